import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { found, type SupportedLocale } from '@libs/kernel';
import type { InboxItem } from '../../domain/inbox/inbox-item';
import { shownBody, shownTitle } from '../../domain/inbox/inbox-text';
import { placeholderValues } from '../../domain/messages/placeholders';
import { InboxPages, type InboxRequest } from '../../infrastructure/inbox/inbox-pages';
import { SingleItems } from '../../infrastructure/inbox/single-items';
import type { ReadingLocales, StoredInboxItem } from '../../infrastructure/inbox/stored-items';
import type { Membership } from '../../infrastructure/preferences/preference-store';

/** The App in which the inbox is read. */
export interface ReadingApp extends ReadingLocales {
  readonly name: string;
}

export interface InboxPage {
  readonly items: readonly InboxItem[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** In characters, of titles and bodies as they are shown. A page that has them ends; one item may go beyond. */
const MAX_PAGE_TEXT = 300_000;
/** Long bodies take some milliseconds together, in which the process serves nobody. */
const TEXT_AT_ONCE = 20_000;

/** The inbox of a member at an App, as it is read. What is recalled or has expired is not in it. */
@Injectable()
export class InboxService {
  constructor(
    private readonly pages: InboxPages,
    private readonly singles: SingleItems,
  ) {}

  /**
   * One item, also of those that the member gets by push or mail alone.
   *
   * @throws ResourceNotFoundError unless the member has it, and it is neither recalled nor expired.
   */
  async get(member: Membership, id: string, app: ReadingApp): Promise<InboxItem> {
    return shownTo(app, found(await this.singles.find(member, id, app)));
  }

  /** @throws ValidationFailedError for a cursor of another list. */
  async list(member: Membership, request: InboxRequest, app: ReadingApp): Promise<InboxPage> {
    const { items, nextCursor, cursorAfter } = await this.pages.read(member, request, app);
    const shown: InboxItem[] = [];
    let [length, rested] = [0, 0];
    for (const [place, stored] of items.entries()) {
      const item = shownTo(app, stored);
      shown.push(item);
      length += item.title.length + item.body.length;
      const isLast = place === items.length - 1;
      if (length >= MAX_PAGE_TEXT && !isLast) return { items: shown, nextCursor: cursorAfter(items[place]!) };
      if (length - rested >= TEXT_AT_ONCE && !isLast) {
        rested = length;
        await setImmediate();
      }
    }
    return { items: shown, nextCursor };
  }
}

function shownTo(app: ReadingApp, { displayName, titleLocale, bodyLocale, ...item }: StoredInboxItem): InboxItem {
  const valuesIn = (locale: SupportedLocale | null) => placeholderValues(displayName, app.name, locale ?? app.locale);
  return {
    ...item,
    title: shownTitle(item.title, valuesIn(titleLocale)),
    body: shownBody(item.body, valuesIn(bodyLocale)),
  };
}
