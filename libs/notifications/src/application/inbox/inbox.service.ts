import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ResourceNotFoundError } from '@libs/kernel';
import type { InboxItem } from '../../domain/inbox/inbox-item';
import { shownBody, shownTitle } from '../../domain/inbox/inbox-text';
import type { Channel } from '../../domain/preferences/notification-preferences';
import { InboxCounters, type UnreadCounts } from '../../infrastructure/inbox/inbox-counters';
import { InboxItems } from '../../infrastructure/inbox/inbox-items';
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

/** The inbox of a member at an App. What is recalled or has expired is not in it. */
@Injectable()
export class InboxService {
  constructor(
    private readonly pages: InboxPages,
    private readonly counters: InboxCounters,
    private readonly items: InboxItems,
  ) {}

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

  unread(member: Membership): Promise<UnreadCounts> {
    return this.counters.unread(member);
  }

  /** @throws ResourceNotFoundError */
  async read(member: Membership, id: string): Promise<void> {
    if (!(await this.items.read(member, id))) throw new ResourceNotFoundError();
  }

  /** @throws ResourceNotFoundError */
  async open(member: Membership, id: string, channel: Channel): Promise<void> {
    if (!(await this.items.open(member, id, channel))) throw new ResourceNotFoundError();
  }

  /** @throws ResourceNotFoundError */
  async delete(member: Membership, id: string): Promise<void> {
    if (!(await this.items.delete(member, id))) throw new ResourceNotFoundError();
  }

  async readAll(member: Membership, before: Date | null): Promise<void> {
    await this.items.readAll(member, before);
  }
}
