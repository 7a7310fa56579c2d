import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../support/api';
import { freePort } from '../../support/free-port';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy';
import { Part } from './part';
import type { Place } from './place';

const MEMBERS = 3;
const DEBIAN = '/usr/lib/postgresql';
const START_WITHIN_MS = 240_000;
const ANSWER_WITHIN_MS = 2_000;
const SWITCHED_WITHIN_MS = 60_000;

/** A PostgreSQL under Patroni, with its ways to the three stores of the cluster. */
export interface Member {
  readonly name: string;
  readonly part: Part;
  readonly port: number;
  readonly restPort: number;
  /** Kills PostgreSQL alone, and leaves Patroni to see it. */
  killServer(): void;
  /** Cut, and the member no longer knows who leads, nor can it lead. */
  readonly toStores: readonly TcpProxy[];
}

interface MemberState {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

export interface PostgresCluster {
  readonly members: readonly Member[];
  readonly stores: readonly Part[];
  /** As one of the members that answers sees it; empty if none does. */
  states(): Promise<MemberState[]>;
  leader(): Promise<Member>;
  /** One that a commit waits for. */
  standby(): Promise<Member>;
  /** Whether there is a leader, a synchronous standby, and everybody else follows. */
  isWhole(): Promise<boolean>;
  switchOver(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPostgresCluster(place: Place): Promise<PostgresCluster> {
  const [stores, storePorts] = await startStores(place);
  const members: Member[] = [];
  for (let number = 1; number <= MEMBERS; number++) {
    members.push(await makeMember(place, `postgres${number}`, storePorts));
  }
  const cluster = clusterOf(members, stores);
  // The first makes the cluster, the others copy it.
  members[0]!.part.start();
  await eventually(async () => (await cluster.states()).some(isLeader), START_WITHIN_MS);
  for (const { part } of members.slice(1)) part.start();
  await eventually(() => cluster.isWhole(), START_WITHIN_MS);
  return cluster;
}

async function startStores(place: Place): Promise<[Part[], number[]]> {
  const ports = await Promise.all(Array.from({ length: MEMBERS }, async () => [await freePort(), await freePort()]));
  const peers = ports.map(([, peer], index) => `store${index + 1}=http://127.0.0.1:${peer}`).join();
  const parts = ports.map(([client, peer], index) => {
    const name = `store${index + 1}`;
    const directory = place.folder(name);
    return new Part(name, place, () => ({
      program: 'etcd',
      arguments: [
        ...['--name', name, '--data-dir', directory, '--initial-cluster', peers, '--logger', 'zap'],
        ...['--listen-client-urls', `http://127.0.0.1:${client}`],
        ...['--advertise-client-urls', `http://127.0.0.1:${client}`],
        ...['--listen-peer-urls', `http://127.0.0.1:${peer}`],
        ...['--initial-advertise-peer-urls', `http://127.0.0.1:${peer}`],
        ...['--heartbeat-interval', '200', '--election-timeout', '2000', '--log-level', 'warn', '--enable-v2'],
      ],
      account: place.account,
    }));
  });
  for (const part of parts) part.start();
  return [parts, ports.map(([client]) => client!)];
}

async function makeMember(place: Place, name: string, storePorts: readonly number[]): Promise<Member> {
  const [port, restPort] = [await freePort(), await freePort()];
  const toStores = await Promise.all(storePorts.map((store) => startTcpProxy(store)));
  const data = join(place.folder(name), 'data');
  const hosts = toStores.map((way) => `127.0.0.1:${way.port}`);
  const file = place.file(`${name}.yml`, configurationOf({ name, port, restPort, hosts, data }));
  const part = new Part(name, place, () => ({
    program: 'patroni',
    arguments: [file],
    account: place.account,
    others: () => postmasterIn(data),
  }));
  const killServer = () => postmasterIn(data).forEach((pid) => process.kill(pid, 'SIGKILL'));
  return { name, part, port, restPort, toStores, killServer };
}

/** Patroni gives it a session of its own. */
function postmasterIn(data: string): number[] {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    // What has its id by now may be somebody else.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? [pid] : [];
  } catch {
    return [];
  }
}

interface MemberSettings {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly hosts: readonly string[];
  readonly data: string;
}

/** As docs/operations.md recommends it, but that everybody on this machine is let in. */
function configurationOf({ name, port, restPort, hosts, data }: MemberSettings): string {
  return JSON.stringify({
    scope: 'appkernel',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    // Patroni before 3.0.3 writes the key of the leader through the API v3 without comparing: a primary that was frozen
    // would take the lead back, and with it what was committed meanwhile.
    etcd: { hosts, use_proxies: true },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 3,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 200, hot_standby_feedback: 'on', wal_keep_size: '256MB', jit: 'off' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: programs(),
      pgpass: `${data}.pgpass`,
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
      parameters: { unix_socket_directories: '' },
    },
    tags: {},
  });
}

function programs(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => join(DEBIAN, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
  if (found === undefined) throw new Error('PostgreSQL is not installed');
  return found;
}

const isLeader = ({ role, state }: MemberState): boolean => role === 'leader' && state === 'running';
function answersTo(restPort: number, role: string): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  return fetch(`http://127.0.0.1:${restPort}/${role}`, { signal }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok;
    },
    () => false,
  );
}

/** Patroni 3.0 says `running` of a standby that follows, later ones `streaming`. */
const FOLLOWS = ['running', 'streaming'];

function clusterOf(members: readonly Member[], stores: readonly Part[]): PostgresCluster {
  const ask = async <T>(path: string, init?: RequestInit): Promise<T | null> => {
    for (const { restPort } of members) {
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
      const answer = await fetch(`http://127.0.0.1:${restPort}${path}`, { ...init, signal }).catch(() => null);
      if (!answer) continue;
      const text = await answer.text();
      if (answer.ok) return (init ? text : JSON.parse(text)) as T;
    }
    return null;
  };
  const states = async (): Promise<MemberState[]> => (await ask<{ members: MemberState[] }>('/cluster'))?.members ?? [];
  const memberWhere = async (is: (state: MemberState) => boolean): Promise<Member> =>
    eventually(async () => {
      const state = (await states()).find(is);
      return state && members.find(({ name }) => name === state.name);
    });
  const isStandby = ({ role, state }: MemberState): boolean => role === 'sync_standby' && FOLLOWS.includes(state);
  return {
    members,
    stores,
    states,
    leader: () => memberWhere(isLeader),
    standby: () => memberWhere(isStandby),
    isWhole: async () => {
      // Each by itself: what the stores have of a member may be some time old.
      const answers = async (role: string) => {
        const each = await Promise.all(members.map(({ restPort }) => answersTo(restPort, role)));
        return each.filter(Boolean).length;
      };
      const [leading, following, synchronous] = [
        await answers('primary'),
        await answers('replica'),
        await answers('synchronous'),
      ];
      return leading === 1 && following === MEMBERS - 1 && synchronous >= 1;
    },
    switchOver: async () => {
      const [leader, candidate] = [await memberWhere(isLeader), await memberWhere(isStandby)];
      const answer = await fetch(`http://127.0.0.1:${leader.restPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
        // It answers when another leads.
        signal: AbortSignal.timeout(SWITCHED_WITHIN_MS),
      });
      if (!answer.ok) throw new Error(`Patroni does not switch over: ${await answer.text()}`);
    },
    stop: async () => {
      await Promise.all(members.map(({ part }) => part.stop()));
      await Promise.all(stores.map((store) => store.stop()));
      await Promise.all(members.flatMap(({ toStores }) => toStores.map((way) => way.close())));
    },
  };
}
