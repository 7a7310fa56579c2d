/** The texts of one mail in one locale. `{app}` and `{duration}` are filled in. */
export interface MailTexts {
  readonly subject: string;
  readonly greeting: string;
  readonly lead: string;
  readonly validity: string;
  readonly caution: string;
}
