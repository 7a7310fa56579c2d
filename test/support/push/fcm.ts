import { generateKeyPairSync, randomBytes } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { at, firstProblem, formProblem, startDouble } from './double';
import { type Http2Double, type Http2DoubleAnswer, startHttp2Double } from './http2-double';

/**
 * Firebase Cloud Messaging, HTTP v1: the endpoint that exchanges assertions for access tokens, and the one that sends.
 * It verifies the assertion, takes no message that FCM would refuse, and answers a token of a device that begins with
 * the name of an error, in lower case and before a colon, with that error. Access tokens are good for an hour of its clock.
 */
export interface Fcm {
  readonly environment: Readonly<Record<string, string>>;
  readonly config: { readonly service_account: Readonly<Record<string, string>> };
  readonly sent: FcmMessage[];
  readonly violations: string[];
  /** How many access tokens were given. */
  readonly calls: { token: number };
  readonly connection: Http2Double;
  /** What the answers with an error ask to wait, as a header. */
  retryAfter: string | null;
  /** How long its access tokens are said to be good. */
  expiresIn: number;
  /** Lets this much time pass for the access tokens. */
  pass(seconds: number): void;
  close(): Promise<void>;
}

export interface FcmMessage {
  readonly token?: string;
  readonly fid?: string;
  readonly notification: { readonly title: string; readonly body: string };
  readonly data: Readonly<Record<string, string>>;
  readonly android: Readonly<Record<string, unknown>>;
}

const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError';
const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest';

/** By the name of the error: HTTP status, status, and whether the details tell it, too. */
const ERRORS: Readonly<Record<string, readonly [number, string, boolean?]>> = {
  unregistered: [404, 'NOT_FOUND', true],
  not_found: [404, 'NOT_FOUND'],
  sender_id_mismatch: [403, 'PERMISSION_DENIED', true],
  permission_denied: [403, 'PERMISSION_DENIED'],
  third_party_auth_error: [401, 'UNAUTHENTICATED', true],
  quota_exceeded: [429, 'RESOURCE_EXHAUSTED', true],
  resource_exhausted: [429, 'RESOURCE_EXHAUSTED'],
  unavailable: [503, 'UNAVAILABLE', true],
  internal: [500, 'INTERNAL', true],
};

export async function startFcm(): Promise<Fcm> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const account = { project_id: 'example-project', client_email: 'push@example-project.iam.gserviceaccount.com' };
  const tokens = new Map<string, number>();
  let passed = 0;
  const double = {
    sent: [] as FcmMessage[],
    violations: [] as string[],
    calls: { token: 0 },
    retryAfter: null as string | null,
    expiresIn: 3_600,
  };

  const tokenServer = await startDouble(({ raw, headers }) => {
    const form = new URLSearchParams(raw);
    try {
      const claims = jwt.verify(form.get('assertion') ?? '', publicKey, {
        algorithms: ['RS256'],
        audience: 'https://oauth2.googleapis.com/token',
        issuer: account.client_email,
      }) as jwt.JwtPayload & { scope?: string };
      const problem = firstProblem(
        headers['content-type'] !== 'application/x-www-form-urlencoded' && 'not a form',
        form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer' && 'grant_type',
        claims.scope !== 'https://www.googleapis.com/auth/firebase.messaging' && 'scope',
        Math.abs((claims.iat ?? 0) - Date.now() / 1_000) > 300 && 'iat',
        (claims.exp ?? Infinity) - (claims.iat ?? 0) > 3_600 && 'exp',
      );
      if (problem) throw new Error(problem);
    } catch (error) {
      double.violations.push(String(error));
      return { status: 400, body: { error: 'invalid_grant', error_description: String(error) } };
    }
    double.calls.token += 1;
    const token = `ya29.${randomBytes(24).toString('base64url')}`;
    tokens.set(token, passed + 3_600);
    return { body: { access_token: token, expires_in: double.expiresIn, token_type: 'Bearer' } };
  });

  const connection = await startHttp2Double(({ path, headers, raw }): Http2DoubleAnswer | 'reset' => {
    const bearer = /^Bearer (.+)$/.exec(String(headers.authorization))?.[1] ?? '';
    if ((tokens.get(bearer) ?? 0) <= passed) return failure(401, 'UNAUTHENTICATED');
    const { message } = JSON.parse(raw) as { message: FcmMessage };
    const problem = firstProblem(
      path !== `/v1/projects/${account.project_id}/messages:send` && 'path',
      headers['content-type'] !== 'application/json' && 'content-type',
      messageProblem(message),
    );
    if (problem) {
      double.violations.push(problem);
      return failure(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT', BAD_REQUEST, problem);
    }
    const name = String(message.token ?? message.fid).split(':')[0] ?? '';
    if (name === 'reset') return 'reset';
    if (name === 'not_a_token') {
      return failure(
        400,
        'INVALID_ARGUMENT',
        'INVALID_ARGUMENT',
        FCM_ERROR,
        'The registration token is not a valid FCM registration token',
      );
    }
    if (name === 'bad_field') {
      return failure(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT', BAD_REQUEST, 'Invalid value at message.android');
    }
    const error = ERRORS[name];
    if (error) {
      const [status, canonical, isDetailed] = error;
      const answer = failure(status, canonical, isDetailed ? name.toUpperCase() : undefined);
      return double.retryAfter === null ? answer : { ...answer, headers: { 'retry-after': double.retryAfter } };
    }
    double.sent.push(message);
    return { status: 200, body: { name: `projects/${account.project_id}/messages/${double.sent.length}` } };
  });

  return Object.assign(double, {
    connection,
    environment: { PUSH_FCM_URL: connection.url, PUSH_FCM_TOKEN_URL: `${tokenServer.url}/token` },
    config: {
      service_account: {
        type: 'service_account',
        ...account,
        private_key_id: 'k1',
        private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
        // A key file names addresses, which nobody may be led to.
        token_uri: 'http://169.254.169.254/token',
      },
    },
    pass: (seconds: number) => (passed += seconds),
    close: async () => {
      await tokenServer.close();
      await connection.close();
    },
  });
}

function failure(code: number, status: string, errorCode?: string, type = FCM_ERROR, message = ''): Http2DoubleAnswer {
  const details = errorCode ? [{ '@type': type, errorCode }] : [];
  return { status: code, body: { error: { code, status, message, details } } };
}

function messageProblem(message: FcmMessage): string | null {
  const data = Object.entries(message.data);
  const size = Buffer.byteLength(JSON.stringify({ ...message, token: undefined, fid: undefined }));
  return firstProblem(
    formProblem('message', message, ['notification', 'data', 'android', 'apns'], ['token', 'fid']),
    (message.token === undefined) === (message.fid === undefined) && 'exactly one target',
    formProblem('notification', message.notification, ['title', 'body']),
    data.some(([, value]) => typeof value !== 'string') && 'data is no text',
    data.some(([key]) => /^(?:from|gcm|google.*)$/.test(key)) && 'data has a reserved key',
    formProblem('android', message.android, ['collapse_key', 'priority', 'ttl', 'notification']),
    formProblem('android.notification', at(message, 'android.notification'), ['tag'], ['channel_id']),
    !/^\d+s$/.test(String(at(message, 'android.ttl'))) && 'ttl',
    Number.parseInt(String(at(message, 'android.ttl')), 10) > 28 * 86_400 && 'ttl is too long',
    !['high', 'normal'].includes(String(at(message, 'android.priority'))) && 'priority',
    size > 4_096 && 'the message is too big',
  );
}
