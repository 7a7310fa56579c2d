import type { SupportedLocale } from '@libs/kernel';
import type { InboxItem } from '../../domain/inbox/inbox-item';

/** In which languages texts are read, the preferred first. */
export interface ReadingLocales {
  readonly locale: SupportedLocale;
  readonly defaultLocale: SupportedLocale;
}

/** An item as it is stored, with what is to be filled into its texts. */
export interface StoredInboxItem extends InboxItem {
  readonly displayName: string | null;
  /** The languages of the texts; null for a member who has a name. */
  readonly titleLocale: SupportedLocale | null;
  readonly bodyLocale: SupportedLocale | null;
}

/** The member $3 of the tenant $1, looked up once for all rows and texts. */
export const READER = `reader AS MATERIALIZED (
    SELECT u.display_name FROM users u WHERE u.tenant_id = $1 AND u.id = $3)`;

/** The name of the `reader`. */
export const DISPLAY_NAME = '(SELECT display_name FROM reader)';

/**
 * A text of a message `m` in one language, as `localize` does.
 *
 * @param first the number of the parameter with the preferred language; the next has that of the App.
 */
export function inLocale(column: 'title' | 'body', first: number): string {
  return `coalesce(m.${column} ->> $${first}, m.${column} ->> $${first + 1},
    (SELECT value FROM jsonb_each_text(m.${column}) LIMIT 1), '')`;
}

/** The language of `inLocale`, where a text may have to call somebody something, which takes a look at long bodies. */
export function localeOf(column: 'title' | 'body', first: number): string {
  const [preferred, ofApp] = [`$${first}`, `$${first + 1}`];
  return `CASE WHEN ${DISPLAY_NAME} IS NOT NULL THEN NULL
               WHEN m.${column} ? ${preferred} THEN ${preferred} WHEN m.${column} ? ${ofApp} THEN ${ofApp}
               ELSE (SELECT key FROM jsonb_each_text(m.${column}) LIMIT 1) END`;
}
