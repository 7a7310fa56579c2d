import { newId } from '@libs/kernel';
import { anEmail, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import type { AdminClient } from './admin';
import { aManagedApp } from './apps';
import { aCategory, articleClient } from './articles';
import { notificationClient } from './notifications';
import { DRAFT, pageClient } from './pages';
import { aPackage, releaseClient } from './releases';

/** An item of AdminSearchResponse. */
export interface FoundItem {
  readonly id: string;
  readonly app_id?: string;
  readonly title: string;
  readonly subtitle?: string;
}

export type Found = Readonly<Record<string, readonly FoundItem[]>>;

/** What the client finds, by the type of its group. */
export async function found(client: AdminClient, q: string, others: Record<string, string> = {}): Promise<Found> {
  const { body } = await client.get(`search?${new URLSearchParams({ q, ...others }).toString()}`).expect(200);
  const { groups } = body.data as { groups: { type: string; items: FoundItem[] }[] };
  return Object.fromEntries(groups.map(({ type, items }) => [type, items]));
}

export interface Things {
  readonly appId: string;
  readonly userId: string;
  readonly email: string;
  /** By the type of their group. */
  readonly ids: Readonly<Record<string, string>>;
}

/** One of everything that belongs to an App, each with the word in its name. */
export async function thingsOfAnApp(
  api: TestApi,
  owner: AdminClient,
  word: string,
  tenantId = api.tenantId,
): Promise<Things> {
  const { id: appId } = await aManagedApp(owner, { name: `${word} shop` });
  const title = { 'zh-CN': `关于${word}`, 'en-US': `About ${word}` };
  const { userId, email } = await aNamedMember(api, tenantId, appId, `${word} Lin`);
  const { id: release } = await releaseClient(owner, `apps/${appId}/mobile/releases`).create({ title });
  await owner.post(`apps/${appId}/content/pages`, { slug: `${word}-page` }).expect(201);
  await pageClient(owner, `apps/${appId}/content/pages/${word}-page`).save({ ...DRAFT, title });
  const category_id = await aCategory(api, appId, tenantId);
  const { id: article } = await articleClient(owner, appId).create({ category_id, slug: `${word}-article`, title });
  const { id: notice } = await notificationClient(owner, appId).create({ title });
  const { id: message } = await notificationClient(owner, appId, 'messages').create({ title });
  const file = await aPackage(api, appId, { purpose: 'attachment', tenantId });
  await queryAs(api.urls.superuserUrl, 'UPDATE files SET filename = $2 WHERE id = $1', [file, `${word}.pdf`]);
  const ids = { app: appId, member: userId, release, page: `${word}-page`, article, notice, message, file };
  return { appId, userId, email, ids };
}

async function aNamedMember(api: TestApi, tenantId: string, appId: string, name: string) {
  const [userId, email] = [newId(), anEmail()];
  await queryAs(
    api.urls.superuserUrl,
    `WITH person AS (
       INSERT INTO users (tenant_id, id, display_name, status) VALUES ($1, $2, $4, 'active')
     ), address AS (
       INSERT INTO login_identifiers (tenant_id, id, user_id, type, value, verified_at, is_primary)
       VALUES ($1, gen_random_uuid(), $2, 'email', $5, now(), true)
     )
     INSERT INTO app_memberships (tenant_id, app_id, user_id, status, joined_at) VALUES ($1, $3, $2, 'active', now())`,
    [tenantId, userId, appId, name, email],
  );
  return { userId, email };
}
