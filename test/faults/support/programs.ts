import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { freePort } from '../../support/free-port';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy';
import type { Build } from './builds';
import { Part } from './part';
import type { Place } from './place';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** What all processes of an installation share. */
export function settingsOf(place: Place, smtpUrl: string): Record<string, string> {
  return {
    // In production a password costs more than the load could pay, and servers on this machine are refused.
    NODE_ENV: 'test',
    PASSWORD_BCRYPT_COST: '4',
    OUTGOING_ALLOWED_ADDRESSES: '127.0.0.1',
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.1',
    SECRET_KEYS: `faults:${randomBytes(32).toString('base64')}`,
    JWT_PRIVATE_KEYS: JSON.stringify({ keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'faults' }] }),
    PUBLIC_BASE_URL: 'https://api.example.com',
    DATA_DIR: place.folder('data'),
    SMTP_URL: smtpUrl,
    RUN_MIGRATIONS: 'false',
    RUN_WORKER: 'false',
    SHUTDOWN_DRAIN_SECONDS: '5',
    DATABASE_PREPARED_STATEMENTS: 'false',
    METRICS_ENABLED: 'true',
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'info',
    // As an installation has them, rather than for a busy machine.
    DATABASE_ACQUIRE_TIMEOUT_MS: '2000',
    DATABASE_QUERY_TIMEOUT_MS: '6000',
  };
}

/** Where the links of a process lead. */
export interface Ends {
  readonly pooler: number;
  readonly primary: number;
  readonly replica: number;
}

/** An api or a worker, with links of its own, each of which can be cut, frozen and delayed. */
export interface Program {
  readonly name: string;
  /** Of which it is from its next start on. */
  build: Build;
  readonly part: Part;
  readonly toPooler: TcpProxy;
  readonly toFeed: TcpProxy;
  readonly toReplica: TcpProxy;
  readonly metricsUrl: string;
}

export interface Api extends Program {
  /** Past the balancer. */
  readonly url: string;
  /** The way of the balancer. */
  readonly toApi: TcpProxy;
}

const databaseUrl = (role: string, port: number): string => `postgres://${role}@127.0.0.1:${port}/appkernel`;

interface ProgramOptions {
  readonly place: Place;
  readonly build: Build;
  readonly settings: () => Readonly<Record<string, string>>;
  readonly ends: Ends;
}

async function makeProgram(
  kind: 'api' | 'worker',
  name: string,
  { place, build, settings, ends }: ProgramOptions,
  own: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const [toPooler, toFeed, toReplica] = [
    await startTcpProxy(ends.pooler),
    await startTcpProxy(ends.primary),
    await startTcpProxy(ends.replica),
  ];
  const metricsPort = await freePort();
  const part = new Part(name, place, () => {
    const [first, ...given] = program.build.command(kind);
    return {
      program: first,
      arguments: given,
      environment: {
        ...settings(),
        ...own,
        BUILD_COMMIT: program.build.commit,
        DATABASE_URL: databaseUrl('appkernel', toPooler.port),
        DATABASE_LISTEN_URL: databaseUrl('appkernel', toFeed.port),
        DATABASE_REPLICA_URL: databaseUrl('appkernel', toReplica.port),
        METRICS_PORT: String(metricsPort),
      },
    };
  });
  const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  const program: Program = { name, build, part, toPooler, toFeed, toReplica, metricsUrl };
  return program;
}

export async function makeApi(name: string, port: number, toApi: TcpProxy, options: ProgramOptions): Promise<Api> {
  const program = await makeProgram('api', name, options, { PORT: String(port) });
  return Object.assign(program, { url: `http://127.0.0.1:${port}`, toApi });
}

export function makeWorker(name: string, options: ProgramOptions): Promise<Program> {
  return makeProgram('worker', name, options);
}

export function waysOf(program: Program | Api): TcpProxy[] {
  const { toPooler, toFeed, toReplica } = program;
  return [toPooler, toFeed, toReplica, ...('toApi' in program ? [program.toApi] : [])];
}
