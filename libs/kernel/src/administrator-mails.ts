import type { SupportedLocale } from './locale';

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

/** A line of what a mail, or a notice, tells. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

export interface MailBody {
  readonly texts: MailTexts;
  readonly facts: readonly Fact[];
}

/** Which administrators of the tenant: none that is disabled. */
export type ToldAdministrators =
  /** Those who hold the permission and can be reached by mail: the longest-standing ones, if there are more. */
  | { readonly permission: string; readonly atMost: number }
  /** Who made something or, where that one is gone, the owners. */
  | { readonly maker: string }
  | { readonly user: string }
  | 'owners';

export interface AdministratorMail {
  readonly tenantId: string;
  /** In whose name it is sent: nothing is, if it is no longer available. Null for the tenant. */
  readonly appId: string | null;
  /** The id of the event of which they are told: once, however often it is given. */
  readonly causeId: string;
  readonly to: ToldAdministrators;
  /** For those who have saved none; otherwise that of the App. */
  readonly locale?: SupportedLocale;
  /** @param timeZone an IANA name; null for UTC. Never a code or another secret. */
  readonly body: (locale: SupportedLocale, timeZone: string | null) => MailBody;
}

/** Tells administrators by mail of what they look after. */
export abstract class AdministratorMails {
  /** Each gets a message of its own: a mailbox that refuses it has nobody else told twice, or not at all. */
  abstract tell(mail: AdministratorMail): Promise<void>;
}
