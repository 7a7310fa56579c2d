/** The lowest id of those with the millisecond of a time, in SQL: publications have ids of version 7. */
export function idAt(time: string): string {
  return `(lpad(to_hex((extract(epoch FROM ${time}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;
}

/** That members see it, of a message `m`. */
export const VISIBLE = `m.recalled_at IS NULL AND (m.expires_at IS NULL OR m.expires_at > now())`;

/** What unread counts tell apart. Notices have no type. */
export const TYPE_OF_MESSAGE = `coalesce(m.message_type, 'notice')`;
