import { generateKeyPairSync, randomBytes } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { at, type DoubleAnswer, type DoubleRequest, firstProblem, formProblem, startDouble } from './double';

/**
 * Huawei Push Kit: version 1 of its protocol with tokens by OAuth, version 3 with tokens signed by PS256. It takes no
 * message that Huawei would refuse. A token of a device that begins with a reason and a colon is refused for that reason;
 * the others of the same request are sent.
 */
export interface Hms {
  readonly environment: Readonly<Record<string, string>>;
  readonly config: Readonly<Record<string, string>>;
  readonly requests: { readonly version: 1 | 3; readonly tokens: readonly string[]; readonly body: object }[];
  readonly violations: string[];
  readonly calls: { token: number };
  readonly next: DoubleAnswer[];
  /** The JWTs that were seen. */
  readonly jwts: Set<string>;
  /** Tokens by OAuth given so far are not taken any more. */
  expireTokens(): void;
  close(): Promise<void>;
}

const AUDIENCE = 'https://oauth-login.cloud.huawei.com/oauth2/v3/token';
const MAX_TOKENS = 1_000;

export async function startHms(): Promise<Hms> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const config = {
    client_id: '10000001',
    client_secret: randomBytes(32).toString('hex'),
    project_id: '736430079244',
    key_id: 'a1b2c3d4',
    sub_account: '1000000001',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
  const tokens = new Set<string>();
  const double = {
    requests: [] as Hms['requests'],
    violations: [] as string[],
    calls: { token: 0 },
    next: [] as DoubleAnswer[],
    jwts: new Set<string>(),
  };
  const refused = (problem: string, code = '80100001'): DoubleAnswer => {
    double.violations.push(problem);
    return { status: 400, body: { code, msg: problem, requestId: '1' } };
  };

  const tokenServer = await startDouble(({ raw }) => {
    const form = Object.fromEntries(new URLSearchParams(raw));
    const { client_id, client_secret } = config;
    if (JSON.stringify(form) !== JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret })) {
      return { status: 400, body: { error: 1101, sub_error: 20001 } };
    }
    double.calls.token += 1;
    const token = `CV/${randomBytes(16).toString('base64')}`;
    tokens.add(token);
    // With escaped slashes, as Huawei writes them.
    const body = JSON.stringify({ access_token: token, expires_in: 3_600, token_type: 'Bearer' });
    return { body: body.replaceAll('/', '\\/') };
  });

  const isJwt = (token: string): boolean => {
    try {
      const { header, payload } = jwt.verify(token, publicKey, {
        algorithms: ['PS256'],
        audience: AUDIENCE,
        issuer: config.sub_account,
        complete: true,
      });
      const { iat = 0, exp = 0 } = payload as jwt.JwtPayload;
      double.jwts.add(token);
      return header.kid === config.key_id && header.typ === 'JWT' && exp - iat === 3_600;
    } catch {
      return false;
    }
  };

  const send = (version: 1 | 3, request: DoubleRequest): DoubleAnswer => {
    const next = double.next.shift();
    if (next) return next;
    const bearer = /^Bearer (.+)$/.exec(String(request.headers.authorization))?.[1] ?? '';
    if (version === 1 ? !tokens.has(bearer) : !isJwt(bearer)) {
      return {
        status: 401,
        body: { code: version === 1 ? '80200003' : '80200005', msg: 'token expired', requestId: '1' },
      };
    }
    const body = JSON.parse(request.raw) as object;
    const targets = at(body, version === 1 ? 'message.token' : 'target.token') as string[];
    if (targets.length < 1 || targets.length > MAX_TOKENS) return refused('number of tokens', '80300010');
    const size = Buffer.byteLength(request.raw) - Buffer.byteLength(JSON.stringify(targets));
    const problem = firstProblem(
      version === 1 ? v1Problem(body) : v3Problem(body),
      version === 3 && request.headers['push-type'] !== '0' && 'push-type',
      size > 4_096 && 'too large',
    );
    if (problem) return refused(problem);
    double.requests.push({ version, tokens: targets, body });
    const illegal = targets.filter((token) => token.includes(':'));
    if (illegal.length === 0) return { body: { code: '80000000', msg: 'Success', requestId: '16' } };
    const reasons = [...new Set(illegal.map((token) => token.split(':')[0] ?? ''))];
    const byReason = reasons.map((reason) => [reason, illegal.filter((token) => token.startsWith(`${reason}:`))]);
    const listed =
      version === 1 ? { illegal_tokens: illegal } : { illegalTokens: Object.fromEntries(byReason) as object };
    const msg = JSON.stringify({ success: targets.length - illegal.length, failure: illegal.length, ...listed });
    const isAll = illegal.length === targets.length;
    return { body: { code: isAll ? '80300007' : '80100000', msg, requestId: '16' } };
  };

  const server = await startDouble((request) => {
    if (request.path === `/v1/${config.client_id}/messages:send`) return send(1, request);
    if (request.path === `/v3/${config.project_id}/messages:send`) return send(3, request);
    return { status: 404, body: '' };
  });

  return Object.assign(double, {
    config,
    environment: { PUSH_HMS_URL: server.url, PUSH_HMS_TOKEN_URL: `${tokenServer.url}/oauth2/v3/token` },
    expireTokens: () => tokens.clear(),
    close: async () => {
      await server.close();
      await tokenServer.close();
    },
  });
}

function v1Problem(body: object): string | null {
  const key = Number(at(body, 'message.android.collapse_key'));
  return firstProblem(
    formProblem('body', body, ['validate_only', 'message']),
    formProblem('message', at(body, 'message'), ['android', 'token'], ['data']),
    formProblem(
      'android',
      at(body, 'message.android'),
      ['collapse_key', 'urgency', 'ttl', 'notification'],
      ['category'],
    ),
    !(key >= -1 && key <= 100) && 'collapse_key',
    !/^\d+s$/.test(String(at(body, 'message.android.ttl'))) && 'ttl',
    formProblem(
      'notification',
      at(body, 'message.android.notification'),
      ['title', 'body', 'click_action'],
      ['tag', 'notify_id', 'badge'],
    ),
    ![1, 2, 3].includes(Number(at(body, 'message.android.notification.click_action.type'))) && 'click_action',
  );
}

function v3Problem(body: object): string | null {
  const ttl = Number(at(body, 'pushOptions.ttl'));
  const key = Number(at(body, 'pushOptions.collapseKey'));
  return firstProblem(
    formProblem('body', body, ['payload', 'target'], ['pushOptions']),
    formProblem('payload', at(body, 'payload'), ['notification']),
    formProblem(
      'notification',
      at(body, 'payload.notification'),
      ['category', 'title', 'body', 'clickAction'],
      ['notifyId'],
    ),
    formProblem('clickAction', at(body, 'payload.notification.clickAction'), ['actionType'], ['data']),
    formProblem('pushOptions', at(body, 'pushOptions'), [], ['ttl', 'collapseKey', 'biTag', 'testMessage']),
    !(Number.isInteger(ttl) && ttl >= 1 && ttl <= 1_296_000) && 'ttl',
    !(key >= -1 && key <= 100) && 'collapseKey',
  );
}
