import { generateKeyPairSync } from 'node:crypto';
import type { ServerHttp2Session } from 'node:http2';
import jwt from 'jsonwebtoken';
import { at, firstProblem } from './double';
import { type Http2Double, type Http2DoubleAnswer, type Http2DoubleRequest, startHttp2Double } from './http2-double';

/**
 * Apple Push Notification service. It verifies the provider token, refuses one older than an hour and, on a connection,
 * one that follows another within twenty minutes; checks headers and payload as Apple does; and answers single devices
 * as it is told to.
 */
export interface Apns {
  readonly environment: Readonly<Record<string, string>>;
  readonly config: Readonly<Record<string, string>>;
  readonly sent: ApnsPush[];
  readonly violations: string[];
  /** The provider tokens that were seen. */
  readonly tokens: Set<string>;
  /** What is answered to devices, by their tokens; `reset` ends the stream. */
  readonly answers: Map<string, ApnsAnswer>;
  readonly connection: Http2Double;
  /** Tokens seen so far are too old from now on. */
  expireTokens(): void;
  /** Lets this much time pass for the provider tokens. */
  pass(seconds: number): void;
  /** Ends the connections there are, once what is under way on them is answered. */
  goAway(): void;
  close(): Promise<void>;
}

export interface ApnsPush {
  readonly device: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly payload: { readonly aps: { readonly alert: { readonly title: string; readonly body: string } } };
}

type ApnsAnswer = 'reset' | { readonly status: number; readonly reason: string; readonly timestamp?: number };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const OLDEST_SECONDS = 3_600;
const SOONEST_SECONDS = 1_200;

export async function startApns(options: Parameters<typeof startHttp2Double>[1] = {}): Promise<Apns> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const config = {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    key_id: 'ABC123DEFG',
    team_id: 'DEF123GHIJ',
    topic: 'com.example.app',
    environment: 'production',
  };
  const latest = new WeakMap<ServerHttp2Session, { token: string; at: number }>();
  const expired = new Set<string>();
  let passed = 0;
  const double = {
    sent: [] as ApnsPush[],
    violations: [] as string[],
    tokens: new Set<string>(),
    answers: new Map<string, ApnsAnswer>(),
  };

  const tokenProblem = ({ headers, session }: Http2DoubleRequest): [number, string] | null => {
    const token = /^bearer (.+)$/.exec(String(headers.authorization))?.[1];
    if (token === undefined) return [403, 'MissingProviderToken'];
    try {
      const { header, payload } = jwt.verify(token, publicKey, { algorithms: ['ES256'], complete: true });
      const { iss, iat = 0, exp } = payload as jwt.JwtPayload;
      if (header.kid !== config.key_id || iss !== config.team_id || exp !== undefined) {
        return [403, 'InvalidProviderToken'];
      }
      if (Date.now() / 1_000 + passed - iat > OLDEST_SECONDS) return [403, 'ExpiredProviderToken'];
      if (expired.has(token)) return [403, 'ExpiredProviderToken'];
    } catch {
      return [403, 'InvalidProviderToken'];
    }
    double.tokens.add(token);
    const before = latest.get(session);
    if (before && before.token !== token && passed - before.at < SOONEST_SECONDS) {
      return [429, 'TooManyProviderTokenUpdates'];
    }
    if (before?.token !== token) latest.set(session, { token, at: passed });
    return null;
  };

  const connection = await startHttp2Double((request): Http2DoubleAnswer | 'reset' => {
    const { path, headers, raw } = request;
    const refused = tokenProblem(request);
    if (refused) return { status: refused[0], body: { reason: refused[1] } };
    const device = /^\/3\/device\/([0-9a-f]+)$/.exec(path)?.[1];
    const payload = JSON.parse(raw) as ApnsPush['payload'];
    const problem = firstProblem(
      device === undefined && 'BadPath',
      headers['apns-topic'] !== config.topic && 'TopicDisallowed',
      headers['apns-push-type'] !== 'alert' && 'InvalidPushType',
      !['5', '10'].includes(String(headers['apns-priority'])) && 'BadPriority',
      !/^\d+$/.test(String(headers['apns-expiration'])) && 'BadExpirationDate',
      !UUID.test(String(headers['apns-id'])) && 'BadMessageId',
      Buffer.byteLength(String(headers['apns-collapse-id'])) > 64 && 'BadCollapseId',
      typeof at(payload, 'aps.alert.title') !== 'string' && 'PayloadEmpty',
      Buffer.byteLength(raw) > 4_096 && 'PayloadTooLarge',
    );
    if (problem) {
      double.violations.push(problem);
      return { status: problem === 'PayloadTooLarge' ? 413 : 400, body: { reason: problem } };
    }
    const told = double.answers.get(device ?? '');
    if (told === 'reset') return 'reset';
    if (told) {
      const { status, ...body } = told;
      return { status, body };
    }
    double.sent.push({ device: device ?? '', headers, payload });
    return { status: 200, headers: { 'apns-id': String(headers['apns-id']) } };
  }, options);

  return Object.assign(double, {
    connection,
    config,
    environment: { PUSH_APNS_URL: connection.url },
    expireTokens: () => {
      for (const token of double.tokens) expired.add(token);
    },
    pass: (seconds: number) => (passed += seconds),
    goAway: () => {
      for (const session of connection.sessions) session.close();
    },
    close: () => connection.close(),
  });
}
