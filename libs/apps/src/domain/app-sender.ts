import type { AppSettings } from './app-settings';

/** Who mail to the App's members is from. */
export interface AppSender {
  readonly name: string;
  /** As administrators set it; null for that of the installation. */
  readonly address: string | null;
  /** Where answers go; null for the address that the mail is from. */
  readonly replyTo: string | null;
}

export function senderOf({ name, mail }: Pick<AppSettings, 'name' | 'mail'>): AppSender {
  return { name: mail.fromName ?? name, address: mail.fromAddress, replyTo: mail.replyTo };
}
