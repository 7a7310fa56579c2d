import { type Answer, type Client, clientTo, type Question } from './client';
import { type Installation, OWNER } from './installation';
import { Ledger } from './ledger';
import { type Kind, Measurement } from './measurement';
import { type App, appOf, insertPeople, type Person } from './people';
import { Revocations } from './revocations';
import type { Seeded } from './seeded';

/** Those who have the App open, and those who come and go. */
const MEMBERS = 120;
const VISITORS = 40;
/** An administrator's token holds for ten minutes. */
const TOKEN_LIFETIME_MS = 5 * 60_000;
const ADDRESS_OF_OWNER = '198.19.0.1';

/** Everybody who asks an installation for something, and what they have been told. */
export interface World {
  readonly on: Installation;
  readonly app: App;
  readonly client: Client;
  readonly random: Seeded;
  readonly ledger: Ledger;
  readonly measurement: Measurement;
  readonly revocations: Revocations;
  readonly members: readonly Person[];
  readonly visitors: readonly Person[];
  /** Counts what is to be told apart. */
  next(): number;
  /** Through the balancer, measured. */
  ask(kind: Kind, question: Question): Promise<Answer>;
  /** As the owner; null while there is no token. */
  asOwner(kind: Kind, question: Question): Promise<Answer | null>;
  close(): Promise<void>;
}

export async function populate(on: Installation, random: Seeded): Promise<World> {
  const client = clientTo(on.balancer.url);
  const app = await appOf(on);
  const people = await insertPeople(on, app, MEMBERS + VISITORS);
  const [members, visitors] = [people.slice(0, MEMBERS), people.slice(MEMBERS)];
  const [ledger, measurement] = [new Ledger(), new Measurement()];
  const revocations = new Revocations(on.apis, app, ledger);
  let count = 0;
  let owner: { token: string; until: number } | null = null;
  let renewal: Promise<Answer> | null = null;
  const ask: World['ask'] = async (kind, question) => {
    const answer = await client.ask(question);
    measurement.add(kind, question, answer);
    if (answer.outcome === '500') {
      ledger.violations.push(`${question.method} ${question.path} was answered ${answer.status}: ${answer.text}`);
    }
    return answer;
  };
  const ownersToken = async (): Promise<string | null> => {
    if (owner && owner.until > Date.now()) return owner.token;
    renewal ??= ask('write', {
      method: 'POST',
      path: '/admin-api/v1/auth/login',
      headers: { 'x-forwarded-for': ADDRESS_OF_OWNER },
      body: OWNER,
    }).finally(() => (renewal = null));
    const { outcome, data } = await renewal;
    if (outcome !== 'done') return null;
    owner = { token: data.access_token as string, until: Date.now() + TOKEN_LIFETIME_MS };
    return owner.token;
  };
  const world: World = {
    ...{ on, app, client, random, ledger, measurement, revocations, members, visitors, ask },
    next: () => ++count,
    asOwner: async (kind, question) => {
      const token = await ownersToken();
      if (token === null) return null;
      const headers = { ...question.headers, 'x-forwarded-for': ADDRESS_OF_OWNER, authorization: `Bearer ${token}` };
      return ask(kind, { ...question, headers });
    },
    close: async () => {
      await revocations.stop();
      await client.close();
    },
  };
  await subscribe(world);
  revocations.start();
  return world;
}

/** To what is sent elsewhere: the events of the load, and pushes. */
async function subscribe({ asOwner, app, on: { services } }: World): Promise<void> {
  const hook = { url: services.webhooks.url('/'), event_types: ['notice.published', 'app.updated'] };
  const provider = { enabled: true, config: services.pushes.config };
  for (const question of [
    { method: 'POST', path: '/admin-api/v1/webhooks/endpoints', body: hook },
    { method: 'PUT', path: `/admin-api/v1/apps/${app.id}/push-providers/webhook`, body: provider },
  ] as const) {
    const answer = await asOwner('write', question);
    if (answer?.outcome !== 'done') throw new Error(`${question.path} was answered ${answer?.status}: ${answer?.text}`);
  }
}
