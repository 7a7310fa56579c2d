import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { InboxItem } from '../../domain/inbox/inbox-item';
import { shownBody, shownTitle } from '../../domain/inbox/inbox-text';
import { InboxPages, type InboxRequest, type ReadingLocales } from '../../infrastructure/inbox/inbox-pages';
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
  constructor(private readonly pages: InboxPages) {}

  /** @throws ValidationFailedError for a cursor of another list. */
  async list(member: Membership, request: InboxRequest, app: ReadingApp): Promise<InboxPage> {
    const { items, nextCursor, cursorAfter } = await this.pages.read(member, request, app);
    const shown: InboxItem[] = [];
    let [length, rested] = [0, 0];
    for (const [place, { displayName, ...item }] of items.entries()) {
      const values = { display_name: displayName ?? '', app_name: app.name };
      const [title, body] = [shownTitle(item.title, values), shownBody(item.body, values)];
      shown.push({ ...item, title, body });
      length += title.length + body.length;
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
