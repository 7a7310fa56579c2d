import { Injectable } from '@nestjs/common';
import { ResourceNotFoundError } from '@libs/kernel';
import { shownBody, shownTitle } from '../../domain/inbox/inbox-text';
import type { Channel } from '../../domain/preferences/notification-preferences';
import { InboxCounters, type UnreadCounts } from '../../infrastructure/inbox/inbox-counters';
import { InboxItems } from '../../infrastructure/inbox/inbox-items';
import {
  InboxPages,
  type InboxRequest,
  type ReadingLocales,
  type StoredInboxItem,
} from '../../infrastructure/inbox/inbox-pages';
import type { Membership } from '../../infrastructure/preferences/preference-store';

/** The App in which the inbox is read. */
export interface ReadingApp extends ReadingLocales {
  readonly name: string;
}

/** An item as the member reads it. */
export type InboxItem = Omit<StoredInboxItem, 'displayName'>;

export interface InboxPage {
  readonly items: readonly InboxItem[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

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
    const { items, nextCursor } = await this.pages.read(member, request, app);
    return {
      items: items.map((item) => {
        const values = { display_name: item.displayName ?? '', app_name: app.name };
        return { ...item, title: shownTitle(item.title, values), body: shownBody(item.body, values) };
      }),
      nextCursor,
    };
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
