/** The session `s` is not among those of its App that were ended all at once. */
export const IS_NOT_CUT_OFF = `NOT EXISTS (SELECT FROM session_cutoffs x
  WHERE x.tenant_id = s.tenant_id AND x.app_id = s.app_id AND x.revoked_at >= s.created_at)`;

/**
 * Whether the mobile session `s` may be used, as far as its user, membership, App and tenant are concerned. Requests
 * remember the answer (`KnownSessions`): each column that is named here has a trigger that announces its changes.
 */
export const MEMBER_HAS_ACCESS = `u.status = 'active' AND m.status = 'active'
  AND a.status = 'active' AND a.deleted_at IS NULL AND o.status = 'active' AND ${IS_NOT_CUT_OFF}`;

/** The rows that `MEMBER_HAS_ACCESS` refers to. */
export const WITH_MEMBER_OWNERS = `
  JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
  JOIN apps a ON a.tenant_id = s.tenant_id AND a.id = s.app_id
  JOIN tenants o ON o.id = s.tenant_id
  LEFT JOIN app_memberships m ON m.tenant_id = s.tenant_id AND m.app_id = s.app_id AND m.user_id = s.user_id`;

/**
 * Whether the admin session `s` may be used, as far as its user, its tenant and the second factor are concerned: it
 * holds however the setting, the factor or a status was changed. Remembered and announced in the same way.
 */

/** Whether the tenant requires a second factor of all its administrators. @param tenantId an expression. */
export const requiresMfa = (tenantId: string) => `EXISTS (SELECT FROM settings x
  WHERE x.key = 'security.require_admin_mfa' AND x.scope = 'tenant' AND x.tenant_id = ${tenantId}
    AND x.status = 'active' AND x.value = 'true'::jsonb)`;

/** The rows that the conditions refer to. */
export const WITH_ADMIN_OWNERS = `
  JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
  JOIN tenants o ON o.id = s.tenant_id
  LEFT JOIN user_totp f ON f.tenant_id = s.tenant_id AND f.user_id = s.user_id AND f.confirmed_at IS NOT NULL`;

/** The session was opened to set up a second factor, which has not happened yet: nothing else is open to it. */
export const MUST_ENROL = `(s.mfa_enrolment AND f.user_id IS NULL AND ${requiresMfa('s.tenant_id')})`;

/**
 * The second factor was proven in this session: by setting it up, or at the sign-in, since every later sign-in required
 * it.
 */
const HAS_SECOND_FACTOR = `coalesce(f.session_id = s.id OR f.confirmed_at <= s.created_at, false)`;

export const ADMIN_HAS_ACCESS = `u.status = 'active' AND o.status = 'active'
  AND (${HAS_SECOND_FACTOR} OR s.mfa_enrolment AND f.user_id IS NULL OR NOT ${requiresMfa('s.tenant_id')})`;
