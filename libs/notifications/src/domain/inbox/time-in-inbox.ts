/** How long inboxes keep what nobody withdraws. */
export const INBOX_YEARS = 1;

/** The times of a published message that decide how long members have it in their inbox. */
export interface InboxTimes {
  readonly publishedAt: Date;
  readonly recalledAt: Date | null;
  readonly expiresAt: Date | null;
}

/** Whether it leaves all inboxes. Members see neither what was recalled nor what has expired even before that. */
export function isTimeUp({ publishedAt, recalledAt, expiresAt }: InboxTimes, now: Date): boolean {
  const keptSince = new Date(now);
  keptSince.setUTCFullYear(now.getUTCFullYear() - INBOX_YEARS);
  return recalledAt !== null || (expiresAt !== null && expiresAt <= now) || publishedAt < keptSince;
}
