import type { CaptchaAnswer, Point } from './answer';
import type { CaptchaKind } from './captcha';

/** A picture as clients show it, in original pixels. */
export interface CaptchaPicture {
  /** A `data:` URL, which an `<img>` accepts directly. */
  readonly dataUrl: string;
  readonly width: number;
  readonly height: number;
}

/** The part that the client sees. */
export type CaptchaPuzzle =
  | {
      readonly type: 'click';
      readonly main: CaptchaPicture;
      readonly prompt: CaptchaPicture;
      readonly requiredPoints: number;
    }
  | {
      readonly type: 'slide' | 'drag';
      readonly main: CaptchaPicture;
      readonly tile: CaptchaPicture;
      /** The tile's top left corner at the start. */
      readonly initialPoint: Point;
    }
  | { readonly type: 'rotate'; readonly main: CaptchaPicture; readonly thumb: CaptchaPicture };

/** Never logged; only the answer is stored, in the row of its challenge. */
export interface RenderedChallenge {
  readonly puzzle: CaptchaPuzzle;
  readonly answer: CaptchaAnswer;
}

/** Draws challenges, each of which is issued once. */
export abstract class ChallengeRenderer {
  /** @throws RendererUnavailableError when none is ready within the time that a request may wait. */
  abstract render(kind: CaptchaKind): Promise<RenderedChallenge>;
}

/** No challenge can be drawn now, for whatever reason. */
export class RendererUnavailableError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`No CAPTCHA challenge: ${reason}`, options);
    this.name = new.target.name;
  }
}
