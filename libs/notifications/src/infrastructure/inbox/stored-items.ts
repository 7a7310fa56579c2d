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
}

/**
 * A text of a message `m` in one language, as `localize` does.
 *
 * @param first the number of the parameter with the preferred language; the next has that of the App.
 */
export function inLocale(column: 'title' | 'body', first: number): string {
  return `coalesce(m.${column} ->> $${first}, m.${column} ->> $${first + 1},
    (SELECT value FROM jsonb_each_text(m.${column}) LIMIT 1), '')`;
}
