/** The reason for refusing a text, as field errors name it. */
export type RichTextProblem = 'invalid_text' | 'too_deep' | 'too_large' | 'too_complex' | 'too_many_pictures';

/** A text that is refused for its content, or for the cost of rendering it, however short it is. */
export class RichTextRefusedError extends Error {
  constructor(
    readonly code: RichTextProblem,
    readonly max?: number,
  ) {
    super(`The text is ${code}`);
  }
}
