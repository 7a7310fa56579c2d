import { Injectable } from '@nestjs/common';
import { columnsOf, Database, fieldsOf, ListOrder, nullable, sorted, sortedCode, sortedText } from '@libs/foundation';
import { found, likePattern, type ListPage, type ListRequest, ResourceNotFoundError } from '@libs/kernel';
import type { NotificationMessage } from '../../domain/messages/message';
import type { MessageKind, MessageStatus } from '../../domain/messages/message-settings';
import type { NotificationScope } from '../../domain/notification-scope';
import type { MessageType } from '../../domain/preferences/notification-preferences';
import { NotificationMessageSchema } from './message.schema';

const SUMMARY_FIELDS = fieldsOf(NotificationMessageSchema, {
  without: ['tenantId', 'body', 'audienceUserIds', 'audienceFilter', 'scheduledBy', 'publicationId', 'testOf'],
});
const TEXT_FIELDS = ['body', 'audienceUserIds', 'audienceFilter'] as const;

/** A notice or message as administrators see it in lists: without what can be long. */
export interface ManagedMessageSummary extends Pick<NotificationMessage, (typeof SUMMARY_FIELDS)[number]> {
  /** Who has it in the inbox, so far; null before it is published. */
  readonly recipientCount: number | null;
}

export interface ManagedMessage
  extends ManagedMessageSummary, Pick<NotificationMessage, (typeof TEXT_FIELDS)[number]> {}

/** Selects those that meet all given conditions. */
export interface MessageFilter {
  /** A part of the title in any language. */
  readonly q?: string | undefined;
  readonly status?: MessageStatus | undefined;
  readonly messageType?: MessageType | undefined;
}

const FROM_MESSAGES = `
  FROM notification_messages m
  LEFT JOIN notification_fan_outs f ON f.tenant_id = m.tenant_id AND f.message_id = m.id`;

const SUMMARY = `${columnsOf(NotificationMessageSchema, 'm', SUMMARY_FIELDS)}, f.recipients AS "recipientCount"`;

const SELECT_ONE = `
  SELECT ${SUMMARY}, ${columnsOf(NotificationMessageSchema, 'm', TEXT_FIELDS)} ${FROM_MESSAGES}
   WHERE m.tenant_id = $1 AND m.app_id = $2 AND m.kind = $3 AND m.id = $4 AND m.origin <> 'product'`;

const SELECT_THESE = `
  SELECT ${SUMMARY} ${FROM_MESSAGES}
   WHERE m.tenant_id = $1 AND m.id = ANY ($2) ORDER BY array_position($2, m.id)`;

const COLUMNS = {
  title: sortedText('m.title'),
  status: sortedCode('m.status'),
  scheduled_at: nullable(sorted('m.scheduled_at')),
  published_at: nullable(sorted('m.published_at')),
  expires_at: nullable(sorted('m.expires_at')),
  created_at: sorted('m.created_at'),
  updated_at: sorted('m.updated_at'),
};

const NEWEST_FIRST = { usual: 'm.created_at DESC, m.id DESC', tie: 'm.id' };

/** The notices and messages of an App, as its administrators see them: not those of the product itself. */
@Injectable()
export class ManagedMessages {
  static readonly noticeOrder = new ListOrder(COLUMNS, NEWEST_FIRST);
  static readonly order = new ListOrder({ ...COLUMNS, message_type: sortedCode('m.message_type') }, NEWEST_FIRST);

  constructor(private readonly database: Database) {}

  /** @throws ResourceNotFoundError */
  async get({ tenantId, appId }: NotificationScope, kind: MessageKind, id: string): Promise<ManagedMessage> {
    const values = [tenantId, appId, kind, id];
    return found(await this.database.readOne<ManagedMessage>(tenantId, SELECT_ONE, values));
  }

  /** @throws ResourceNotFoundError when the App has none of this kind with the id. */
  async expect(scope: NotificationScope, kind: MessageKind, id: string): Promise<void> {
    if ((await this.kindOf(scope, id)) !== kind) throw new ResourceNotFoundError();
  }

  /** Null when the App has none with the id. */
  async kindOf({ tenantId, appId }: NotificationScope, id: string): Promise<MessageKind | null> {
    const [message] = await this.database.read<{ kind: MessageKind }>(
      tenantId,
      `SELECT kind FROM notification_messages
        WHERE tenant_id = $1 AND app_id = $2 AND id = $3 AND origin <> 'product'`,
      [tenantId, appId, id],
    );
    return message?.kind ?? null;
  }

  /** Newest first, unless the request says otherwise. */
  async list(
    scope: NotificationScope,
    kind: MessageKind,
    filter: MessageFilter,
    request: ListRequest,
  ): Promise<ListPage<ManagedMessageSummary>> {
    const { tenantId } = scope;
    const { text, values } = selectionOf(scope, kind, filter, request);
    const [selected] = await this.database.readRecent<{ total: number; ids: string[] }>(tenantId, text, values);
    const ids = selected?.ids ?? [];
    const items = await this.database.readRecent<ManagedMessageSummary>(tenantId, SELECT_THESE, [tenantId, ids]);
    return { items, total: selected?.total ?? 0 };
  }
}

/** The statement that counts them and finds those of a page. Without a text to find it reads indexes alone. */
function selectionOf(
  { tenantId, appId }: NotificationScope,
  kind: MessageKind,
  { q, status, messageType }: MessageFilter,
  request: ListRequest,
): { text: string; values: unknown[] } {
  const { page, pageSize, ids } = request;
  const values: unknown[] = [tenantId, appId, kind, pageSize, (page - 1) * pageSize];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  // Only what is asked for stands in the statement, so that each has the index that serves it.
  const conditions: string[] = [];
  if (status !== undefined) conditions.push(`AND m.status = ${parameter(status)}`);
  if (messageType !== undefined) conditions.push(`AND m.message_type = ${parameter(messageType)}`);
  if (ids) conditions.push(`AND m.id = ANY (${parameter(ids)}::uuid[])`);
  const pattern = likePattern(q);
  if (pattern !== null) {
    conditions.push(`AND EXISTS (SELECT FROM jsonb_each_text(m.title) t WHERE t.value ILIKE ${parameter(pattern)})`);
  }
  const selected = `notification_messages m
    WHERE m.tenant_id = $1 AND m.app_id = $2 AND m.kind = $3 AND m.origin <> 'product' ${conditions.join(' ')}`;
  const text = `
    SELECT (SELECT count(*)::integer FROM ${selected}) AS total,
           ARRAY(SELECT m.id FROM ${selected} ORDER BY ${ManagedMessages.order.of(request)} LIMIT $4 OFFSET $5) AS ids`;
  return { text, values };
}
