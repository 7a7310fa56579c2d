import { isSignedIn } from './acts-of-members';
import { headersOf } from './people';
import { hasArrived, pending } from './sent';
import { until } from './until';
import type { World } from './world';

const SETTLED_WITHIN_MS = 120_000;
/** Members whose inboxes are read by the api. */
const LOOKED_AT = 3;
const INBOX_PAGE = 100;
/** Of what is wrong. */
const SHOWN = 20;
const SHOWN_CHARACTERS = 300;

/** How many entries of each kind were looked at. */
export type Counts = Readonly<Record<string, number>>;

/**
 * What must hold when everything is up again and the load rests. @returns how much was looked at.
 * @throws with everything that does not hold.
 */
export async function check(world: World, isLast = false): Promise<Counts> {
  const { ledger } = world;
  await repeatUnknown(world);
  if (!(await until(() => Promise.resolve(world.revocations.undecided === 0), SETTLED_WITHIN_MS))) {
    ledger.violations.push(`${world.revocations.undecided} ended sessions are not refused by both apis`);
  }
  await fanOutsEnd(world);
  const wrong = [
    ...ledger.violations.splice(0),
    ...(await wrongRows(world)),
    ...(await wrongPublications(world)),
    ...(await wrongInboxes(world)),
    ...(await wrongPreferences(world)),
    ...(await wrongReads(world)),
    ...(await hasArrived(world, isLast)),
  ];
  for (const person of world.members) person.isUnsure = false;
  if (wrong.length > 0)
    throw new Error(
      [...new Set(wrong)]
        .slice(0, SHOWN)
        .map((one) => one.slice(0, SHOWN_CHARACTERS))
        .join('\n'),
    );
  const acknowledged = (entries: readonly { isAcknowledged: boolean }[]) =>
    entries.filter(({ isAcknowledged }) => isAcknowledged).length;
  return {
    writes:
      acknowledged([...ledger.roles, ...ledger.notices, ...ledger.renames, ...ledger.sessions, ...ledger.revoked]) +
      ledger.preferences.size +
      ledger.reads.length,
    publications: acknowledged(ledger.publications),
    revocations: world.revocations.refused,
    pending: await pending(world),
  };
}

/** As clients do: under the same key, until they know. */
async function repeatUnknown({ ledger }: World): Promise<void> {
  for (const { what, again } of ledger.repeats.splice(0)) {
    if (!(await until(again, SETTLED_WITHIN_MS))) ledger.violations.push(`${what} is never answered`);
  }
}

async function fanOutsEnd({ on, ledger }: World): Promise<void> {
  const isOver = await until(async () => {
    const [row] = await on.sql<{ open: number }>(
      'SELECT count(*)::int AS open FROM notification_fan_outs WHERE finished_at IS NULL',
    );
    return row?.open === 0;
  }, SETTLED_WITHIN_MS);
  if (!isOver) ledger.violations.push('A publication does not end');
}

/** Each that was acknowledged is there once, each other at most once. */
async function wrongRows({ on, ledger, app }: World): Promise<string[]> {
  const tables = [
    ['role', ledger.roles, 'SELECT code AS key FROM roles WHERE code = ANY ($1)'],
    [
      'notice',
      ledger.notices,
      `SELECT title ->> 'en-US' AS key FROM notification_messages WHERE title ->> 'en-US' = ANY ($1)`,
    ],
    ['session', ledger.sessions, 'SELECT id::text AS key FROM sessions WHERE id::text = ANY ($1)'],
    [
      'end of a session',
      ledger.revoked,
      'SELECT id::text AS key FROM sessions WHERE revoked_at IS NOT NULL AND id::text = ANY ($1)',
    ],
  ] as const;
  const wrong: string[] = [];
  for (const [what, entries, statement] of tables) {
    const rows = await on.sql<{ key: string }>(statement, [entries.map(({ key }) => key)]);
    const found = new Map<string, number>();
    for (const { key } of rows) found.set(key, (found.get(key) ?? 0) + 1);
    for (const { key, isAcknowledged } of entries) {
      const times = found.get(key) ?? 0;
      if (times > 1) wrong.push(`The ${what} ${key} is there ${times} times`);
      if (times === 0 && isAcknowledged) wrong.push(`The ${what} ${key} was acknowledged and is lost`);
    }
  }
  const [named] = await on.sql<{ name: string }>('SELECT name FROM apps WHERE id = $1', [app.id]);
  const last = ledger.renames.findLastIndex(({ isAcknowledged }) => isAcknowledged);
  const possible = ledger.renames.slice(Math.max(0, last)).map(({ key }) => key);
  if (possible.length > 0 && last >= 0 && !possible.includes(named!.name)) {
    wrong.push(`The App is called ${named!.name} and not ${possible.join(' or ')}`);
  }
  return wrong;
}

/** All of its members have it, or nobody has. */
async function wrongPublications({ on, ledger }: World): Promise<string[]> {
  const rows = await on.sql<{
    id: string;
    status: string;
    recipients: number | null;
    items: number;
    delivered: number | null;
  }>(
    `SELECT m.id, m.status, f.recipients,
            (SELECT count(*)::int FROM notification_inbox_items i WHERE i.id = m.publication_id) AS items,
            (SELECT sum(delivered)::int FROM notification_statistics s WHERE s.message_id = m.id) AS delivered
       FROM notification_messages m LEFT JOIN notification_fan_outs f ON f.message_id = m.id
      WHERE m.id = ANY ($1)`,
    [ledger.publications.map(({ id }) => id)],
  );
  return ledger.publications.flatMap(({ id, title, recipients, isAcknowledged }) => {
    const row = rows.find((one) => one.id === id);
    if (!row) return [`${title} is lost`];
    if (row.status !== 'published') return isAcknowledged ? [`${title} was published and is ${row.status}`] : [];
    const counts = [row.recipients, row.items, row.delivered];
    return counts.every((count) => count === recipients)
      ? []
      : [`${title} is for ${recipients}, and has ${JSON.stringify(row)}`];
  });
}

async function wrongInboxes(world: World): Promise<string[]> {
  const { client, app, members, random, ledger } = world;
  const wrong: string[] = [];
  const toAll = ledger.publications.filter(({ channels, isAcknowledged }) => isAcknowledged && channels.length === 1);
  // What came last is on the first page, with what went to a few.
  const latest = toAll.slice(-INBOX_PAGE / 4).map(({ title }) => title);
  for (const person of random.shuffled(members).slice(0, LOOKED_AT)) {
    if (!(await isSignedIn(world, person))) wrong.push(`${person.email} cannot sign in`);
    const path = `/api/v1/me/notifications?limit=${INBOX_PAGE}`;
    const headers = headersOf(app, person, person.accessToken);
    const { status, data, text } = await client.ask({ method: 'GET', path, headers });
    if (status !== 200) {
      wrong.push(`The inbox of ${person.email} is answered ${status}: ${text}`);
      continue;
    }
    const titles = (data as { items: { title: string }[] }).items.map(({ title }) => title);
    for (const title of latest) {
      const times = titles.filter((one) => one === title).length;
      if (times !== 1) wrong.push(`${person.email} has ${title} ${times} times`);
    }
  }
  return wrong;
}

async function wrongPreferences({ on, ledger }: World): Promise<string[]> {
  const rows = await on.sql<{ id: string; value: string | null }>(
    'SELECT id, time_zone AS value FROM users WHERE id = ANY ($1)',
    [[...ledger.preferences.keys()]],
  );
  return rows.flatMap(({ id, value }) => {
    const { acknowledged, unknown } = ledger.preferences.get(id)!;
    if (value !== acknowledged && value !== unknown) {
      return [`${id} prefers ${value}, and not ${acknowledged} or ${unknown}`];
    }
    // What was unknown is known now.
    ledger.preferences.set(id, { acknowledged: value, unknown: null });
    return [];
  });
}

async function wrongReads({ on, ledger }: World): Promise<string[]> {
  const [row] = await on.sql<{ lost: number }>(
    `SELECT count(*)::int AS lost FROM jsonb_to_recordset($1::jsonb) AS r ("userId" uuid, publication uuid)
      WHERE NOT EXISTS (SELECT FROM notification_inbox_items i
                         WHERE i.user_id = r."userId" AND i.id = r.publication AND i.read_at IS NOT NULL)`,
    [JSON.stringify(ledger.reads)],
  );
  return row!.lost === 0 ? [] : [`${row!.lost} publications are unread again`];
}
