import type { TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import type { AdminClient } from './admin';

/** AdminNotificationMessageResponse on the wire. */
export interface NotificationData {
  readonly id: string;
  readonly status: string;
  readonly lock_version: number;
  readonly scheduled_at: string | null;
  readonly published_at: string | null;
  readonly [field: string]: unknown;
}

export interface PreviewData {
  readonly total: number;
  readonly eligible: number;
  readonly excluded: { readonly by_preference: number; readonly by_membership: number };
  readonly by_channel: Readonly<Record<'in_app' | 'push' | 'email', number>>;
  readonly by_locale: Readonly<Record<string, number>>;
  /** To those who may see members. */
  readonly sample: readonly { readonly user_id: string; readonly display_name: string | null }[];
  readonly preview_id: string;
  readonly audience_hash: string;
  readonly expires_at: string;
}

/** What a new notice needs, and a message, which has a type. */
export const NOTICE = {
  title: { 'zh-CN': '秋季菜单', 'en-US': 'Autumn menu' },
  body: { 'zh-CN': '你好 {{display_name}}', 'en-US': 'Hello *{{display_name}}*' },
};
export const MESSAGE = { ...NOTICE, message_type: 'system' };

type Door = 'notices' | 'messages';

/** An administrator's requests about the notices, or messages, of an App. */
export function notificationClient(admin: AdminClient, appId: string, door: Door = 'notices') {
  const path = `apps/${appId}/${door}`;
  const least = door === 'notices' ? NOTICE : MESSAGE;
  const data = ({ body }: { body: { data: unknown } }) => body.data as NotificationData;
  return {
    path,
    appId,
    create: async (input: object = {}) => data(await admin.post(path, { ...least, ...input }).expect(201)),
    read: async (id: string) => data(await admin.get(`${path}/${id}`).expect(200)),
    update: async ({ id, lock_version }: NotificationData, changes: object) =>
      data(await admin.patch(`${path}/${id}`, { lock_version, ...changes }).expect(200)),
    publish: async ({ id }: NotificationData, body?: object) =>
      data(await admin.post(`${path}/${id}/publish`, body).expect(200)),
    cancel: async ({ id }: NotificationData, body?: object) =>
      data(await admin.post(`${path}/${id}/cancel`, body).expect(200)),
    unschedule: async ({ id }: NotificationData, body?: object) =>
      data(await admin.post(`${path}/${id}/unschedule`, body).expect(200)),
    recall: async ({ id, lock_version }: NotificationData, more: object = {}) =>
      data(await admin.post(`${path}/${id}/recall`, { lock_version, ...more }).expect(200)),
    preview: async ({ id }: NotificationData) =>
      (await admin.post(`${path}/${id}/recipient-preview`).expect(200)).body.data as PreviewData,
    /** A request about one of them, whatever its answer. */
    post: ({ id }: NotificationData, action: string, body?: object) => admin.post(`${path}/${id}/${action}`, body),
  };
}

/** The outbox messages about a notice or message, by their type. */
export async function notificationMessages(api: TestApi, id: string) {
  const rows = await queryAs<{ type: string; completed: boolean; at: Date }>(
    api.urls.superuserUrl,
    `SELECT type, completed_at IS NOT NULL AS completed, available_at AS at FROM outbox_messages
      WHERE data ->> 'message_id' = $1 ORDER BY type, created_at`,
    [id],
  );
  const named = (type: string) => rows.filter((row) => row.type === type);
  return { all: rows.map(({ type }) => type), named };
}
