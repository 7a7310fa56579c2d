import { join } from 'node:path';
import { eventually } from '../../support/api';
import { freePort } from '../../support/free-port';
import { queryAs } from '../../support/database';
import { startTcpProxy } from '../../support/tcp-proxy';
import { type Balancer, startBalancer } from './balancer';
import { type Build, PRESENT, type ProgramName } from './builds';
import { makePlace, type Place } from './place';
import { type Pooler, startPooler } from './pooler';
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster';
import { type Api, makeApi, makeWorker, type Program, settingsOf, waysOf } from './programs';
import { type FollowedRedis, redisUnderSentinel } from './redis';
import { runTask } from './rollout';
import { type Services, startServices } from './services';

export const OWNER = { email: 'admin@example.com', password: 'bootstrap administrator' } as const;

const START_WITHIN_MS = 240_000;
const ANSWER_WITHIN_MS = 2_000;

/** Everything that an installation consists of that is to survive the loss of a part, and what it talks to. */
export interface Installation {
  readonly place: Place;
  readonly cluster: PostgresCluster;
  readonly balancer: Balancer;
  readonly pooler: Pooler;
  readonly apis: readonly Api[];
  readonly workers: readonly Program[];
  readonly services: Services;
  /** The Redis that there is now. */
  readonly redis: { current: FollowedRedis };
  /** What apis and workers are started with. */
  readonly settings: Record<string, string>;
  /** Runs a task of a build, such as the migration, past the pooler. */
  run(build: Build, ...task: [ProgramName, ...string[]]): Promise<void>;
  /** Past all that can be cut. */
  sql<Row extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  /** What is not up; empty if all is. */
  troubles(): Promise<string[]>;
  stop(): Promise<void>;
}

/** @param build of which its processes are. */
export async function startInstallation(
  build: Build = PRESENT,
  startRedis: () => Promise<FollowedRedis> = redisUnderSentinel,
): Promise<Installation> {
  const place = makePlace();
  const cluster = await startPostgresCluster(place);
  const services = await startServices();
  const redis = { current: await startRedis() };
  const settings = settingsOf(place, services.smtp.url);
  settings['REDIS_URL'] = redis.current.url;
  const apiPorts = [await freePort(), await freePort()];
  const toApis = await Promise.all(apiPorts.map((port) => startTcpProxy(port)));
  const balancer = await startBalancer(
    place,
    cluster,
    toApis.map(({ port }) => port),
  );
  const pooler = await startPooler(place, balancer.primaryPort);
  const ends = { pooler: pooler.port, primary: balancer.primaryPort, replica: balancer.replicaPort };
  const sql: Installation['sql'] = async (text, values = []) => {
    const { port } = await cluster.leader();
    return queryAs(`postgres://postgres@127.0.0.1:${port}/appkernel`, text, values);
  };
  const run: Installation['run'] = (of, ...task) => runTask(of, taskSettings(settings, balancer), ...task);
  await prepare(cluster);
  await run(build, 'migration');
  const options = { place, build, ends, settings: () => settings };
  const apis = [
    await makeApi('api1', apiPorts[0]!, toApis[0]!, options),
    await makeApi('api2', apiPorts[1]!, toApis[1]!, options),
  ];
  const workers = [await makeWorker('worker1', options), await makeWorker('worker2', options)];
  const programs = [...apis, ...workers];
  const installation: Installation = {
    ...{ place, cluster, balancer, pooler, apis, workers, services, redis, settings, run, sql },
    troubles: () => troublesOf(installation),
    stop: async () => {
      await Promise.all(programs.map(({ part }) => part.stop()));
      await Promise.all([pooler.part.stop(), balancer.part.stop()]);
      await cluster.stop();
      await Promise.all(programs.flatMap(waysOf).map((way) => way.close()));
      await redis.current.stop();
      await services.close();
    },
  };
  for (const { part } of programs) part.start();
  await eventually(async () => (await installation.troubles()).length === 0, START_WITHIN_MS);
  return installation;
}

/** The roles of docs/operations.md with what a pooler needs, and the database. */
async function prepare(cluster: PostgresCluster): Promise<void> {
  const { port } = await cluster.leader();
  for (const statement of [
    'CREATE ROLE appkernel_app NOLOGIN',
    'CREATE ROLE appkernel_owner LOGIN',
    'CREATE ROLE appkernel LOGIN IN ROLE appkernel_app',
    `ALTER ROLE appkernel SET statement_timeout = '60s'`,
    `ALTER ROLE appkernel SET lock_timeout = '2s'`,
    `ALTER ROLE appkernel SET idle_in_transaction_session_timeout = '10s'`,
    `ALTER ROLE appkernel SET timezone = 'UTC'`,
    `ALTER ROLE appkernel SET datestyle = 'ISO'`,
    `ALTER ROLE appkernel SET intervalstyle = 'postgres'`,
    'CREATE DATABASE appkernel OWNER appkernel_owner',
  ]) {
    await queryAs(`postgres://postgres@127.0.0.1:${port}/postgres`, statement);
  }
}

function taskSettings(settings: Readonly<Record<string, string>>, { primaryPort }: Balancer): Record<string, string> {
  const url = (role: string) => `postgres://${role}@127.0.0.1:${primaryPort}/appkernel`;
  return {
    ...settings,
    DATABASE_URL: url('appkernel'),
    DATABASE_MIGRATION_URL: url('appkernel_owner'),
    BOOTSTRAP_ADMIN_EMAIL: OWNER.email,
    BOOTSTRAP_ADMIN_PASSWORD: OWNER.password,
    NODE_OPTIONS: `--require ${join(process.cwd(), 'test/support/few-regions.cjs')}`,
  };
}

async function troublesOf({ cluster, apis, workers, balancer, sql }: Installation): Promise<string[]> {
  const troubles: string[] = [];
  if (!(await cluster.isWhole())) troubles.push(`PostgreSQL: ${JSON.stringify(await cluster.states())}`);
  for (const { name, url } of apis) {
    if (!(await isReady(url))) troubles.push(`${name} is not ready`);
  }
  if (!(await isReady(balancer.url))) troubles.push('HAProxy has no api');
  if (troubles.length > 0) return troubles;
  const heard = await sql<{ kind: string }>(
    `SELECT kind FROM runtime_instances WHERE last_seen_at > now() - interval '45 seconds'`,
  ).catch(() => []);
  const relays = heard.filter(({ kind }) => kind === 'worker').length;
  if (relays < workers.length) troubles.push(`${relays} workers are heard of`);
  return troubles;
}

async function isReady(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const answer = await fetch(`${url}/internal/v1/health/ready`, { signal }).catch(() => null);
  const text = await answer?.text().catch(() => null);
  // Redis is optional, and has to come back nonetheless.
  return answer?.status === 200 && text?.includes('degraded') === false;
}
