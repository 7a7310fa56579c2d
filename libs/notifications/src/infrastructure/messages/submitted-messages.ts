import { Injectable } from '@nestjs/common';
import { columnsOf, Cursors, Database } from '@libs/foundation';
import { found } from '@libs/kernel';
import type { NotificationMessage } from '../../domain/messages/message';
import { NotificationMessageSchema } from './message.schema';

const FIELDS = [
  ...(['id', 'appId', 'status', 'messageType', 'title', 'channels'] as const),
  ...(['createdAt', 'publishedAt', 'expiresAt', 'recalledAt', 'recallReason'] as const),
] as const;

/** A message as the system knows it that sent it. */
export type SubmittedMessage = Pick<NotificationMessage, (typeof FIELDS)[number]>;

export interface SubmittedPage {
  readonly items: readonly SubmittedMessage[];
  readonly nextCursor: string | null;
}

/** The API client that sent them. */
interface Sender {
  readonly tenantId: string;
  readonly id: string;
  /** The Apps to which it is limited; null for all of the tenant. */
  readonly appIds: readonly string[] | null;
}

const SELECT = `
  SELECT ${columnsOf(NotificationMessageSchema, 'm', FIELDS)} FROM notification_messages m
   WHERE m.tenant_id = $1 AND m.created_by = $2 AND m.origin = 'service' AND ($3::uuid[] IS NULL OR m.app_id = ANY ($3))`;

/** The messages that an API client has sent: neither those of others nor those of administrators and of the product. */
@Injectable()
export class SubmittedMessages {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  /** @throws ResourceNotFoundError */
  async get({ tenantId, id: clientId, appIds }: Sender, id: string): Promise<SubmittedMessage> {
    const values = [tenantId, clientId, appIds, id];
    return found(await this.database.readOne<SubmittedMessage>(tenantId, `${SELECT} AND m.id = $4`, values));
  }

  /** Newest first. @param appId null for all. @throws ValidationFailedError if the cursor is not from this list. */
  async page(
    { tenantId, id: clientId, appIds }: Sender,
    appId: string | null,
    { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<SubmittedPage> {
    const list = ['submitted messages', tenantId, clientId, appId ?? ''];
    const before = this.cursors.idAbove(list, cursor);
    const rows = await this.database.read<SubmittedMessage>(
      tenantId,
      `${SELECT} AND m.id < $4 AND ($5::uuid IS NULL OR m.app_id = $5) ORDER BY m.id DESC LIMIT $6`,
      [tenantId, clientId, appIds, before, appId, limit + 1],
    );
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return { items, nextCursor: last && rows.length > limit ? this.cursors.encode(list, [last.id]) : null };
  }
}
