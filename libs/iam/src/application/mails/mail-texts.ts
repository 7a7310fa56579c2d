/** The texts of one mail in one locale. `{app}` and `{duration}` are filled in. */
export interface MailTexts {
  readonly subject: string;
  readonly greeting: string;
  readonly lead: string;
  /** On the button of a mail with a link. */
  readonly button?: string;
  readonly validity: string;
  readonly caution: string;
}
