import { newId } from '@libs/kernel';
import type { AdminClient } from '../../admin/support/admin';
import { webhookClient } from '../../admin/support/webhooks';
import type { TestApi } from '../../support/api';
import { queryAs } from '../../support/database';

/** Clients of each state. @returns the id of one that has been given all that one can be given. */
export async function aClient(api: TestApi, owner: AdminClient): Promise<string> {
  const make = async (input: object): Promise<{ id: string; lock_version: number }> =>
    (await owner.post('api-clients', input).expect(201)).body.data as { id: string; lock_version: number };
  await make({ name: 'Order service', scopes: ['notifications.submit', 'notifications.read'] });
  const old = await make({ name: 'Old reports', scopes: ['dashboard.read', 'audit.read', 'audit.export'] });
  await owner.post(`api-clients/${old.id}/disable`, { lock_version: old.lock_version }).expect(200);
  const { id } = await make({
    name: 'Build server',
    description: 'Publishes what the main branch builds. Ask the mobile team.',
    scopes: ['releases.read', 'releases.write', 'releases.publish', 'files.read', 'files.write'],
    app_ids: [api.appId],
    allowed_cidrs: ['203.0.113.0/24', '2001:db8::/32'],
    expires_at: '2099-01-01T00:00:00.000Z',
  });
  await owner.post(`api-clients/${id}/rotate-secret`, { overlap_seconds: 3_600 }).expect(200);
  return id;
}

/** Endpoints of each state. @returns the id of one that gets some types, and was sent a test. */
export async function anEndpoint({ urls }: TestApi, owner: AdminClient): Promise<string> {
  const webhooks = webhookClient(owner);
  // Nothing of these types happens in the suites.
  const event_types = ['user.invited', 'user.disabled', 'session.revoked', 'app.deleted'];
  await webhooks.create({ url: 'https://warehouse.invalid/hooks', description: 'Warehouse', event_types });
  const gone = await webhooks.create({ url: 'https://crm.invalid/appkernel', description: 'CRM', event_types });
  await queryAs(
    urls.superuserUrl,
    `UPDATE webhook_endpoints SET enabled = false, disabled_reason = 'failing', failing_since = now() - interval '5 days'
     WHERE id = $1`,
    [gone.id],
  );
  const { id } = await webhooks.create({
    url: 'https://shop.invalid/hooks/appkernel',
    description: 'Greets new members',
    event_types,
  });
  await webhooks.test(id);
  return id;
}

const WAITS = `available_at = now() + interval '1 day'`;

/** What jobs have beside their type, as SQL. */
export const DEAD = `attempts = 8, begun_at = now(), dead_at = now(), last_error = 'Error: 550 no such mailbox'`;
export const COMPLETED = 'attempts = 1, begun_at = now(), completed_at = now()';

/** One that nobody begins before it is what it is to be. */
export async function aJob({ tenantId, urls }: TestApi, type: string, lane: string, change: string): Promise<string> {
  const id = newId();
  const data = { user_id: newId(), to: 'lin@example.com', locale: 'zh-CN', challenge: { code: '408163' } };
  // Born in a distant future.
  await queryAs(
    urls.superuserUrl,
    `INSERT INTO outbox_messages (tenant_id, id, type, lane, data, available_at) VALUES ($1, $2, $3, $4, $5, 'infinity')`,
    [tenantId, id, type, lane, JSON.stringify(data)],
  );
  const due = change.includes('available_at') ? '' : 'available_at = now(), ';
  await queryAs(urls.superuserUrl, `UPDATE outbox_messages SET ${due}${change} WHERE id = $1`, [id]);
  return id;
}

/** Jobs of several states. @returns the id of one that was given up. */
export async function someJobs(api: TestApi): Promise<string> {
  await aJob(api, 'iam.otp_mail', 'codes.mail', COMPLETED);
  await aJob(api, 'webhooks.delivery', 'webhooks', `attempts = 3, last_error = 'Error: 503', ${WAITS}`);
  await aJob(api, 'notifications.due', 'default', WAITS);
  return aJob(api, 'iam.welcome_mail', 'mail', DEAD);
}
