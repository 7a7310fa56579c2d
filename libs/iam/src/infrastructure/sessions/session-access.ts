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

/** Whether the tenant of the session `s` requires a second factor of all its administrators. */
const REQUIRES_MFA = `EXISTS (SELECT FROM settings x
  WHERE x.key = 'security.require_admin_mfa' AND x.scope = 'tenant' AND x.tenant_id = s.tenant_id
    AND x.status = 'active' AND x.value = 'true'::jsonb)`;

/** The rows that the conditions refer to. */
export const WITH_ADMIN_OWNERS = `
  JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
  JOIN tenants o ON o.id = s.tenant_id
  LEFT JOIN user_totp f ON f.tenant_id = s.tenant_id AND f.user_id = s.user_id AND f.confirmed_at IS NOT NULL`;

/**
 * The owner of the session has to set up a second factor, whenever it was opened: nothing else is open to it, and nothing
 * of it is lost.
 */
export const MUST_ENROL = `(f.user_id IS NULL AND ${REQUIRES_MFA})`;

/** The sign-in of the session required the second factor, as every one has since it was set up. */
export const SIGNED_IN_WITH_SECOND_FACTOR = `coalesce(f.confirmed_at <= s.created_at, false)`;

/** The second factor was proven in this session: by setting it up, or at the sign-in. */
const HAS_SECOND_FACTOR = `(${SIGNED_IN_WITH_SECOND_FACTOR} OR coalesce(f.session_id = s.id, false))`;

/**
 * Whether the admin session `s` may be used, as far as its user, its tenant and the second factor are concerned: it
 * holds however the setting, the factor or a status was changed. Remembered and announced in the same way.
 */
export const ADMIN_HAS_ACCESS = `u.status = 'active' AND o.status = 'active'
  AND (f.user_id IS NULL OR ${HAS_SECOND_FACTOR} OR NOT ${REQUIRES_MFA})`;
