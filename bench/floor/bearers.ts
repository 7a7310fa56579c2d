import { ADMIN_AUDIENCE, type Claims, type Tokens } from '../data/tokens';
import type { FloorRequest } from './http';

const SCHEME = 'Bearer ';

/** Whom the token of a request is for, if it is one for the App that the request names. */
export function memberOf({ headers }: FloorRequest, tokens: Tokens): Claims | null {
  const claims = claimsOf(headers.authorization, tokens);
  return claims && claims.aud === `mobile:${String(headers['x-appid'])}` ? claims : null;
}

export function administratorOf({ headers }: FloorRequest, tokens: Tokens): Claims | null {
  const claims = claimsOf(headers.authorization, tokens);
  return claims?.aud === ADMIN_AUDIENCE ? claims : null;
}

function claimsOf(authorization: string | undefined, tokens: Tokens): Claims | null {
  return authorization?.startsWith(SCHEME) ? tokens.read(authorization.slice(SCHEME.length)) : null;
}

/** The session `s` of the member $3 at the App $4 is alive, and so are user, membership, App and tenant. */
export const LIVE_MEMBER = `
  sessions s
  JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id AND u.status = 'active'
  JOIN apps a ON a.tenant_id = s.tenant_id AND a.id = s.app_id AND a.status = 'active' AND a.deleted_at IS NULL
  JOIN tenants o ON o.id = s.tenant_id AND o.status = 'active'
  JOIN app_memberships m ON m.tenant_id = s.tenant_id AND m.app_id = s.app_id AND m.user_id = s.user_id
   AND m.status = 'active'`;

export const IS_LIVE = `s.surface = 'mobile' AND s.revoked_at IS NULL AND s.expires_at > now()`;

/** The session `s` is $2 in the tenant $1, of the user $3 at the App $4. */
export const IS_SESSION = `s.tenant_id = $1 AND s.id = $2 AND s.user_id = $3 AND s.app_id = $4 AND ${IS_LIVE}`;

export function sessionValues({ tid, sid, sub, client_id }: Claims): string[] {
  return [tid, sid, sub, client_id];
}
