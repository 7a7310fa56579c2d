import { randomUUID } from 'node:crypto';
import { PASSWORD } from '../../support/api';
import { isKnown } from './client';
import { headersOf, keepTokens, type Person, signingIn } from './people';
import type { World } from './world';

export type Act = (world: World) => Promise<void>;

/** Values that the preference of a member can have, many enough that none comes back soon. */
const TIME_ZONES = Intl.supportedValuesOf('timeZone');
const INBOX_PAGE = 50;
/** Who comes back with a token that was admitted before, and is refused, has lost a session. */
const LOST_SESSION = 401;

/** One of those who have nothing under way. */
async function asOne(world: World, people: readonly Person[], act: (person: Person) => Promise<void>): Promise<void> {
  const free = people.filter(({ isBusy }) => !isBusy);
  if (free.length === 0) return;
  const person = world.random.pick(free);
  person.isBusy = true;
  try {
    if (people === world.visitors || (await isSignedIn(world, person))) await act(person);
  } finally {
    person.isBusy = false;
  }
}

/** Signs in whoever has no session, after the repetition of a refresh whose outcome is unknown. */
export async function isSignedIn(world: World, person: Person): Promise<boolean> {
  if (person.repeat !== null) await refreshAs(world, person);
  if (person.accessToken === '') keepTokens(person, await world.ask('write', signingIn(world.app, person)));
  return person.accessToken !== '' && person.repeat === null;
}

async function refreshAs(world: World, person: Person): Promise<void> {
  const isRepeat = person.repeat !== null;
  const key = person.repeat ?? randomUUID();
  const answer = await world.ask('write', {
    method: 'POST',
    path: '/api/v1/auth/token/refresh',
    headers: { ...headersOf(world.app, person), 'idempotency-key': key },
    body: { refresh_token: person.refreshToken },
  });
  person.repeat = isKnown(answer) ? null : key;
  keepTokens(person, answer);
  // A repeat that comes later than a minute is taken for a thief's, as it may be.
  if (answer.outcome === 'refused' && !isRepeat) {
    world.ledger.violations.push(`${person.email} has lost an acknowledged refresh: ${answer.text}`);
  }
}

const reading =
  (path: string, see: (data: unknown, person: Person) => void = () => undefined): Act =>
  (world) =>
    asOne(world, world.members, async (person) => {
      const headers = headersOf(world.app, person, person.accessToken);
      const { status, data } = await world.ask('read', { method: 'GET', path, headers });
      if (status === LOST_SESSION) world.ledger.violations.push(`${person.email} is refused at ${path}`);
      if (status === 200) see(data, person);
    });

export const readConfig: Act = async ({ ask, app, random, members }) => {
  const person = random.pick(members);
  await ask('read', { method: 'GET', path: '/api/v1/public/config', headers: headersOf(app, person) });
};

export const readProfile = reading('/api/v1/me');
export const countUnread = reading('/api/v1/me/notifications/unread-count');
export const readInbox = reading(`/api/v1/me/notifications?limit=${INBOX_PAGE}`, (data, { unread }) => {
  const { items } = data as { items: { id: string; read_at: string | null }[] };
  unread.splice(0, unread.length, ...items.filter(({ read_at }) => read_at === null).map(({ id }) => id));
});

export const markRead: Act = (world) =>
  asOne(world, world.members, async (person) => {
    const id = person.unread.shift();
    if (id === undefined) return;
    const headers = headersOf(world.app, person, person.accessToken);
    const path = `/api/v1/me/notifications/${id}/read`;
    const { outcome } = await world.ask('write', { method: 'PATCH', path, headers });
    if (outcome === 'done') world.ledger.reads.push({ userId: person.userId, publication: id });
  });

export const changePreferences: Act = (world) =>
  asOne(
    world,
    world.members.filter(({ isUnsure }) => !isUnsure),
    async (person) => {
      const value = TIME_ZONES[world.next() % TIME_ZONES.length]!;
      const headers = headersOf(world.app, person, person.accessToken);
      const question = { path: '/api/v1/me/preferences', headers, body: { time_zone: value } };
      const answer = await world.ask('write', { method: 'PATCH', ...question });
      const { preferences, violations } = world.ledger;
      const before = preferences.get(person.userId)?.acknowledged ?? null;
      if (answer.outcome === 'done') preferences.set(person.userId, { acknowledged: value, unknown: null });
      else if (!isKnown(answer)) {
        preferences.set(person.userId, { acknowledged: before, unknown: value });
        person.isUnsure = true;
      } else violations.push(`${value} is refused as a preference: ${answer.text}`);
    },
  );

export const refresh: Act = (world) => asOne(world, world.members, (person) => refreshAs(world, person));

/** Comes, looks, and most often leaves: its token must be of no use from then on. */
export const visit: Act = (world) =>
  asOne(world, world.visitors, async (person) => {
    const { ask, app, ledger } = world;
    const entry = await ask('write', signingIn(app, person));
    if (entry.outcome === 'refused') ledger.violations.push(`${person.email} cannot sign in: ${entry.text}`);
    if (entry.outcome !== 'done') return;
    const { access_token: token, session_id: session } = entry.data as Record<string, string>;
    ledger.sessions.push({ key: session!, isAcknowledged: true });
    const headers = headersOf(app, person, token);
    const { status } = await ask('read', { method: 'GET', path: '/api/v1/auth/context', headers });
    if (status === LOST_SESSION) ledger.violations.push(`${person.email} is refused right after signing in`);
    const exit = await ask('write', { method: 'POST', path: '/api/v1/auth/logout', headers });
    if (exit.outcome !== 'done') return;
    ledger.revoked.push({ key: session!, isAcknowledged: true });
    world.revocations.add(person, token!);
  });

/** Is promised a code by mail. */
export const register: Act = async ({ ask, app, ledger, next }) => {
  const n = next();
  const email = `new-${n}@example.com`;
  const stranger = { deviceKey: randomUUID(), address: `198.18.128.${n & 255}` };
  const answer = await ask('write', {
    method: 'POST',
    path: '/api/v1/auth/register',
    headers: headersOf(app, stranger),
    body: { email, password: PASSWORD },
  });
  ledger.registrations.push({ key: email, isAcknowledged: answer.outcome === 'done' });
};
