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

/** What a job has beside its type, as SQL: none of them is begun while a suite looks at it. */
const JOBS = [
  ['iam.otp_mail', 'codes.mail', `attempts = 1, completed_at = now(), begun_at = now()`],
  ['webhooks.delivery', 'webhooks', `attempts = 3, last_error = 'Error: 503', ${WAITS}`],
  ['notifications.due', 'default', WAITS],
  [
    'iam.welcome_mail',
    'mail',
    `attempts = 8, begun_at = now(), dead_at = now(), last_error = 'Error: 550 no such mailbox'`,
  ],
] as const;

/** Jobs of several states. @returns the id of one that was given up. */
export async function someJobs({ tenantId, urls }: TestApi): Promise<string> {
  let last = '';
  for (const [type, lane, change] of JOBS) {
    last = newId();
    const data = JSON.stringify({
      user_id: newId(),
      to: 'lin@example.com',
      locale: 'zh-CN',
      attempt_of: { code: '408163' },
    });
    // Born in a distant future, or it would be begun before it is what it is to be.
    await queryAs(
      urls.superuserUrl,
      `INSERT INTO outbox_messages (tenant_id, id, type, lane, data, available_at) VALUES ($1, $2, $3, $4, $5, 'infinity')`,
      [tenantId, last, type, lane, data],
    );
    const due = change.includes('available_at') ? '' : 'available_at = now(), ';
    await queryAs(urls.superuserUrl, `UPDATE outbox_messages SET ${due}${change} WHERE id = $1`, [last]);
  }
  return last;
}
