import type pg from 'pg';
import type { Tokens } from '../data/tokens';
import { administratorOf } from './bearers';
import { answer, type Routes, UNAUTHORIZED } from './http';

const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 20;

interface MemberRow {
  readonly user_id: string;
  readonly display_name: string | null;
  readonly identifiers: readonly { readonly verified_at: string | null }[];
  readonly status: string;
  readonly joined_at: Date | null;
  readonly created_at: Date;
  readonly last_login_at: Date | null;
}

const PERMISSIONS = {
  name: 'permissions',
  text: `SELECT array(
                  SELECT DISTINCT p FROM user_roles ur
                    JOIN roles r ON r.tenant_id = ur.tenant_id AND r.code = ur.role_code
                   CROSS JOIN unnest(r.permissions) p
                   WHERE ur.tenant_id = u.tenant_id AND ur.user_id = u.id) AS permissions
           FROM sessions s
           JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id AND u.status = 'active'
           JOIN tenants o ON o.id = s.tenant_id AND o.status = 'active'
          WHERE s.tenant_id = $1 AND s.id = $2 AND s.user_id = $3 AND s.surface = 'admin' AND s.revoked_at IS NULL
            AND s.expires_at > now()`,
};

const COUNT = {
  name: 'member-count',
  text: 'SELECT count(*)::int AS total FROM app_memberships WHERE tenant_id = $1 AND app_id = $2',
};

const PAGE = {
  name: 'member-page',
  text: `SELECT m.user_id, u.display_name, m.status, m.joined_at, m.created_at,
                coalesce((
                  SELECT json_agg(json_build_object('id', i.id, 'type', i.type, 'value', i.value, 'verified_at', i.verified_at,
                                                    'is_primary', i.is_primary)
                                  ORDER BY i.is_primary DESC, i.created_at, i.id)
                    FROM login_identifiers i WHERE i.tenant_id = u.tenant_id AND i.user_id = u.id), '[]') AS identifiers,
                (SELECT e.occurred_at FROM login_events e
                  WHERE e.tenant_id = m.tenant_id AND e.user_id = m.user_id AND e.app_id = m.app_id AND e.result = 'success'
                  ORDER BY e.occurred_at DESC, e.id DESC LIMIT 1) AS last_login_at
           FROM (SELECT * FROM app_memberships WHERE tenant_id = $1 AND app_id = $2
                  ORDER BY created_at DESC, user_id DESC LIMIT $3 OFFSET $4) m
           JOIN users u ON u.tenant_id = m.tenant_id AND u.id = m.user_id
          ORDER BY m.created_at DESC, m.user_id DESC`,
};

export function adminRoutes(pool: pg.Pool, tokens: Tokens): Routes {
  return {
    'GET /admin-api/v1/apps/:id/members': async (request) => {
      const administrator = administratorOf(request, tokens);
      if (!administrator) return UNAUTHORIZED;
      const { tid, sid, sub } = administrator;
      const { rows } = await pool.query<{ permissions: string[] }>({ ...PERMISSIONS, values: [tid, sid, sub] });
      if (!rows[0]) return UNAUTHORIZED;
      if (!rows[0].permissions.includes('members.read')) return { status: 403 };
      const page = Number(request.query.get('page') ?? 1);
      const pageSize = Number(request.query.get('page_size') ?? DEFAULT_PAGE_SIZE);
      if (!isWithin(page, 1_000_000) || !isWithin(pageSize, MAX_PAGE_SIZE)) return { status: 422 };
      const scope = [tid, request.id];
      const { rows: counted } = await pool.query<{ total: number }>({ ...COUNT, values: scope });
      const values = [...scope, pageSize, (page - 1) * pageSize];
      const { rows: members } = await pool.query<MemberRow>({ ...PAGE, values });
      return answer({ page, page_size: pageSize, total: counted[0]?.total ?? 0, items: members.map(memberOf) });
    },
  };
}

function isWithin(number: number, most: number): boolean {
  return Number.isInteger(number) && number >= 1 && number <= most;
}

function memberOf(row: MemberRow) {
  return {
    user_id: row.user_id,
    display_name: row.display_name,
    identifiers: row.identifiers.map((identifier) => ({
      ...identifier,
      verified_at: identifier.verified_at === null ? null : new Date(identifier.verified_at).toISOString(),
    })),
    status: row.status,
    joined_at: row.joined_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    last_login_at: row.last_login_at?.toISOString() ?? null,
  };
}
