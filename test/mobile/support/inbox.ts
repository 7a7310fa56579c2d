import type { TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { aMessage, deliverMessages, type StoredMessage } from '../../support/messages';
import { type MeClient, someone } from './me';

export const MINUTE = 60_000;
export const NOBODYS = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901';
export const NOTHING_UNREAD = { notice: 0, system: 0, private: 0, marketing: 0, security: 0 };

export interface Item {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly read_at: string | null;
  readonly opened_at: string | null;
}

/** What suites of the inbox do with members and their items. */
export function inboxes(api: TestApi) {
  const rows = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, text, values);
  const scope = () => ({ tenantId: api.tenantId, appId: api.appId });
  const aMemberOf = async (registration: object = {}) => {
    const { me, pair } = await someone(api, registration);
    const { id } = (await me.get().expect(200)).body.data as { id: string };
    return { me, pair, userId: id };
  };
  const deliver = (userId: string, ...messages: StoredMessage[]) =>
    deliverMessages(rows, scope(), [userId], ...messages);
  const several = (count: number, changes: Partial<StoredMessage> = {}) =>
    Array.from({ length: count }, (_, n) =>
      aMessage({ publishedAt: new Date(Date.now() - (count - n) * MINUTE), ...changes }),
    );
  const page = async (me: MeClient, query = '') =>
    (await me.get(`notifications${query}`).expect(200)).body.data as { items: Item[]; next_cursor: string | null };
  const idsOf = async (me: MeClient, query = '') => (await page(me, query)).items.map(({ id }) => id);
  const counts = async (me: MeClient) =>
    (await me.get('notifications/unread-count').expect(200)).body.data as { unread_count: number; by_type: object };
  const statistics = async ({ id }: StoredMessage) => {
    const [row] = await rows(
      `SELECT sum(delivered)::integer AS delivered, sum(read)::integer AS read, sum(opened)::integer AS opened,
              sum(push_opened)::integer AS push_opened, sum(email_opened)::integer AS email_opened
         FROM notification_statistics WHERE message_id = $1`,
      [id],
    );
    return row;
  };
  return { rows, scope, aMemberOf, deliver, several, page, idsOf, counts, statistics };
}
