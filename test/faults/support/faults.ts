import type { TcpProxy } from '../../support/tcp-proxy';
import type { Installation } from './installation';
import type { Part } from './part';
import type { Seeded } from './seeded';

/** Something that happens to a part, and is over after a while. What it leaves mends itself. */
export interface Fault {
  readonly name: string;
  /** How long it lasts, in seconds: at least, and at most. 0 for what is over at once. */
  readonly seconds: readonly [number, number];
  /** Begins it. @returns what ends it. */
  begin(on: Installation, random: Seeded): Promise<Heal>;
}

type Heal = () => void | Promise<void>;
type Find<T> = (on: Installation, random: Seeded) => T | Promise<T>;

const AT_ONCE = [0, 0] as const;
const SHORT = [3, 6] as const;
/** Longer than the api waits for a statement. */
const LONG = [8, 11] as const;
/** Longer than the lease of a message, and than a process is silent before it is taken for dead. */
const BEYOND_LEASE = [14, 18] as const;
/** Longer than Patroni waits before another leads. */
const BEYOND_LEAD = [28, 33] as const;
const DELAY_MS = 200;

const nothing: Heal = () => undefined;

const killed = (name: string, find: Find<Part>): Fault => ({
  name: `${name}: killed`,
  seconds: AT_ONCE,
  begin: async (...given) => {
    (await find(...given)).kill();
    return nothing;
  },
});

const lost = (name: string, seconds: Fault['seconds'], find: Find<Part>): Fault => ({
  name: `${name}: lost`,
  seconds,
  begin: async (...given) => {
    const part = await find(...given);
    await part.lose();
    return () => part.start();
  },
});

const frozen = (name: string, seconds: Fault['seconds'], find: Find<Part>): Fault => ({
  name: `${name}: frozen`,
  seconds,
  begin: async (...given) => {
    const part = await find(...given);
    part.freeze();
    return () => part.thaw();
  },
});

/** Nothing gets through any more, and everybody hears of it. */
const cut = (name: string, seconds: Fault['seconds'], find: Find<readonly TcpProxy[]>): Fault => ({
  name: `${name}: cut`,
  seconds,
  begin: async (...given) => {
    const ways = (await find(...given)).map((way) => ({ way, target: way.target }));
    for (const { way } of ways) {
      way.target = null;
      way.cut();
    }
    return () => {
      for (const { way, target } of ways) way.target = target;
    };
  },
});

/** Nothing gets through any more, and nobody hears of it. */
const silent = (name: string, seconds: Fault['seconds'], find: Find<TcpProxy>): Fault => ({
  name: `${name}: silent`,
  seconds,
  begin: async (...given) => {
    const way = await find(...given);
    way.freeze();
    return () => way.thaw();
  },
});

const delayed = (name: string, seconds: Fault['seconds'], find: Find<TcpProxy>): Fault => ({
  name: `${name}: ${DELAY_MS} ms late`,
  seconds,
  begin: async (...given) => {
    const way = await find(...given);
    way.delayMs = DELAY_MS;
    return () => {
      way.delayMs = 0;
    };
  },
});

const leader: Find<Part> = async ({ cluster }) => (await cluster.leader()).part;
const standby: Find<Part> = async ({ cluster }) => (await cluster.standby()).part;
const anApi = ({ apis }: Installation, { pick }: Seeded) => pick(apis);
const aWorker = ({ workers }: Installation, { pick }: Seeded) => pick(workers);
const aStore: Find<Part> = ({ cluster }, { pick }) => pick(cluster.stores);

/** The machine of a member comes and goes as one: PostgreSQL and Patroni. */
const OF_DATABASE: readonly Fault[] = [
  {
    name: 'PostgreSQL of the primary: killed',
    seconds: AT_ONCE,
    begin: async ({ cluster }) => {
      (await cluster.leader()).killServer();
      return nothing;
    },
  },
  {
    name: 'primary: switched over as planned',
    seconds: AT_ONCE,
    begin: async ({ cluster }) => {
      await cluster.switchOver();
      return nothing;
    },
  },
  lost('machine of the primary', BEYOND_LEAD, leader),
  frozen('machine of the primary', BEYOND_LEAD, leader),
  cut('primary to the stores of Patroni', BEYOND_LEAD, async ({ cluster }) => (await cluster.leader()).toStores),
  lost('machine of the synchronous standby', LONG, standby),
  frozen('machine of the synchronous standby', SHORT, standby),
  killed('a store of Patroni', aStore),
  frozen('a store of Patroni', SHORT, aStore),
  killed('PgBouncer', ({ pooler }) => pooler.part),
  frozen('PgBouncer', LONG, ({ pooler }) => pooler.part),
];

const OF_PROGRAMS: readonly Fault[] = [
  killed('HAProxy', ({ balancer }) => balancer.part),
  frozen('HAProxy', SHORT, ({ balancer }) => balancer.part),
  killed('an api', (...given) => anApi(...given).part),
  frozen('an api', LONG, (...given) => anApi(...given).part),
  killed('a worker', (...given) => aWorker(...given).part),
  frozen('a worker', BEYOND_LEASE, (...given) => aWorker(...given).part),
  {
    name: 'both workers: killed',
    seconds: AT_ONCE,
    begin: ({ workers }) => {
      for (const { part } of workers) part.kill();
      return Promise.resolve(nothing);
    },
  },
];

const OF_LINKS: readonly Fault[] = [
  cut('an api to PgBouncer', SHORT, (...given) => [anApi(...given).toPooler]),
  silent('an api to PgBouncer', LONG, (...given) => anApi(...given).toPooler),
  delayed('an api to PgBouncer', SHORT, (...given) => anApi(...given).toPooler),
  cut('a worker to PgBouncer', SHORT, (...given) => [aWorker(...given).toPooler]),
  silent('a worker to PgBouncer', LONG, (...given) => aWorker(...given).toPooler),
  cut('the change feed of an api', SHORT, (...given) => [anApi(...given).toFeed]),
  silent('the change feed of an api', LONG, (...given) => anApi(...given).toFeed),
  delayed('the change feed of an api', SHORT, (...given) => anApi(...given).toFeed),
  cut('the announcements to a worker', SHORT, (...given) => [aWorker(...given).toFeed]),
  silent('an api to the replicas', SHORT, (...given) => anApi(...given).toReplica),
  cut('HAProxy to an api', SHORT, (...given) => [anApi(...given).toApi]),
  silent('HAProxy to an api', SHORT, (...given) => anApi(...given).toApi),
  delayed('HAProxy to an api', SHORT, (...given) => anApi(...given).toApi),
  cut('the mail server', SHORT, ({ services }) => [services.toSmtp]),
  silent('the receiver of webhooks', SHORT, ({ services }) => services.toWebhooks),
  cut('the gateway of pushes', SHORT, ({ services }) => [services.toPushes]),
];

/** Those of every plan, whatever Redis there is. */
export const FAULTS: readonly Fault[] = [...OF_DATABASE, ...OF_PROGRAMS, ...OF_LINKS];
