import { until } from './until';
import type { World } from './world';

const EVENTS = ['notification.published', 'app.updated'];
/** What was tried while its receiver was away is tried again after a while: it is waited for at the end. */
const ARRIVES_WITHIN_MS = 15_000;
const ALL_ARRIVE_WITHIN_MS = 300_000;

/** What is still on its way out. */
export async function pending(world: World): Promise<number> {
  const missing = await missingOf(world);
  return Object.values(missing).reduce((sum, keys) => sum + keys.length, 0);
}

/**
 * Whether each event, each code and each delivery of a publication has arrived, at least once, by its id. Between the
 * faults it is enough that what has not arrived still waits for its next attempt.
 */
export async function hasArrived(world: World, isLast: boolean): Promise<string[]> {
  const within = isLast ? ALL_ARRIVE_WITHIN_MS : ARRIVES_WITHIN_MS;
  await until(async () => (await pending(world)) === 0, within);
  const given = await givenUp(world);
  if (!isLast) return given;
  const missing = await missingOf(world);
  return [
    ...given,
    ...Object.entries(missing).flatMap(([what, keys]) =>
      keys.slice(0, 5).map((key) => `The ${what} ${key} never arrives`),
    ),
  ];
}

async function missingOf({ on, ledger }: World): Promise<Record<string, string[]>> {
  const { smtp, webhooks, pushes } = on.services;
  const events = await on.sql<{ id: string }>('SELECT id FROM outbox_messages WHERE type = ANY ($1)', [EVENTS]);
  const deliveries = await on.sql<{ id: string; route: string }>('SELECT id, route FROM notification_deliveries');
  const promised = ledger.registrations.filter(({ isAcknowledged }) => isAcknowledged).map(({ key }) => key);
  const accounts = await on.sql<{ email: string }>(
    'SELECT value AS email FROM login_identifiers WHERE value = ANY ($1)',
    [promised],
  );
  const registered = new Set(accounts.map(({ email }) => email));
  const hooked = new Set(webhooks.received.map(({ headers }) => String(headers['webhook-id'])));
  const pushed = new Set(pushes.received.map(({ body }) => body.data.delivery_id));
  const mailed = new Set(smtp.mails.map(({ messageId }) => /^<([^@]+)@/.exec(messageId ?? '')?.[1]));
  const addressed = new Set(smtp.mails.flatMap(({ to }) => to ?? []).map(({ address }) => address));
  const published = new Set(
    webhooks.received.filter(({ body }) => body.type === 'notice.published').map(({ body }) => body.data['notice_id']),
  );
  return {
    event: events.map(({ id }) => id).filter((id) => !hooked.has(id)),
    'event of the publication': ledger.publications
      .filter(({ id, isAcknowledged }) => isAcknowledged && !published.has(id))
      .map(({ title }) => title),
    push: deliveries.filter(({ id, route }) => route !== 'email' && !pushed.has(id)).map(({ id }) => id),
    mail: deliveries.filter(({ id, route }) => route === 'email' && !mailed.has(id)).map(({ id }) => id),
    // A worker makes it, and sends the code.
    account: promised.filter((email) => !registered.has(email)),
    code: promised.filter((email) => !addressed.has(email)),
  };
}

/** What nobody will try again. */
async function givenUp({ on }: World): Promise<string[]> {
  const rows = await on.sql<{ what: string; error: string | null }>(
    `SELECT 'message ' || type AS what, last_error AS error FROM outbox_messages WHERE dead_at IS NOT NULL
     UNION ALL
     SELECT 'delivery by ' || route, last_error FROM notification_deliveries WHERE status NOT IN ('pending', 'sent')
     UNION ALL
     SELECT 'webhook', error FROM webhook_deliveries WHERE status NOT IN ('pending', 'succeeded')`,
  );
  return rows.map(({ what, error }) => `A ${what} is given up: ${error}`);
}
