import { OutboxHandlers, type OutboxMessage, Turn } from '@libs/foundation';
import { eventually, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { outboxSettled } from './journey';

type Texts = Record<string, string>;

/** What the product told a member, as it stands in the inbox. */
interface OwnNotice {
  readonly id: string;
  readonly app_id: string;
  readonly message_type: string;
  readonly title: Texts;
  readonly body: Texts;
  readonly action: { readonly type: string; readonly target: string } | null;
  readonly expires_at: Date | null;
}

/** What the product has to tell members, by the tables. */
export function ownNotices(api: TestApi) {
  const sql = <Row extends object>(statement: string, ...values: unknown[]) =>
    queryAs<Row & Record<string, unknown>>(api.urls.superuserUrl, statement, values);
  /** What is in the inbox, oldest first, once everything has been told. */
  const toldTo = async (userId: string) => {
    await outboxSettled(api);
    return sql<OwnNotice>(
      `SELECT i.id, i.app_id, m.message_type, m.title, m.body, m.action, m.expires_at
         FROM notification_inbox_items i
         JOIN notification_messages m ON m.tenant_id = i.tenant_id AND m.publication_id = i.id
        WHERE i.user_id = $1 ORDER BY i.id`,
      userId,
    );
  };
  return {
    toldTo,
    titlesTo: async (userId: string) => (await toldTo(userId)).map(({ title }) => title['en-US']),
    rowsOf: async (userId: string) => {
      const [rows] = await sql(
        `SELECT (SELECT count(*)::int FROM notification_messages WHERE audience_user_ids = ARRAY[$1::uuid]) AS messages,
                (SELECT count(*)::int FROM notification_inbox_items WHERE user_id = $1) AS items,
                (SELECT count(*)::int FROM notification_deliveries WHERE user_id = $1) AS deliveries,
                (SELECT count(*)::int FROM notification_fan_outs WHERE position = $1) AS "fanOuts"`,
        userId,
      );
      return rows;
    },
    /** The newest message of the type about the user, as its handlers receive it. */
    messageOf: async (type: string, userId: string) => {
      const [message] = await sql<OutboxMessage>(
        `SELECT id, type, tenant_id AS "tenantId", app_id AS "appId", data, created_at AS "createdAt", 1 AS attempt
           FROM outbox_messages WHERE type = $1 AND data ->> 'user_id' = $2 ORDER BY created_at DESC LIMIT 1`,
        type,
        userId,
      );
      if (!message) throw new Error(`There is no message of type ${type}`);
      return message;
    },
    deliverAgain: (message: OutboxMessage) =>
      Promise.all(
        api
          .get(OutboxHandlers)
          .of(message.type)
          .map((handler) => handler.handle(message, new Turn())),
      ),
    /** Why the first attempt at the message failed, once it has. */
    failureOf: (id: string) =>
      eventually(async () => {
        const [row] = await sql<{ last_error: string | null }>(
          'SELECT last_error FROM outbox_messages WHERE id = $1',
          id,
        );
        return row?.last_error;
      }),
  };
}
