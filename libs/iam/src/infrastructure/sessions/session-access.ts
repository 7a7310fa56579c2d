/**
 * Whether the mobile session `s` may be used, as far as its user, membership, App and tenant are concerned. Asked of the
 * database at every use: what other processes or a lost notification have not told us must not keep a session alive.
 */
export const HAS_ACCESS = `u.status = 'active' AND m.status = 'active'
  AND a.status = 'active' AND a.deleted_at IS NULL AND o.status = 'active'`;

/** The rows that `HAS_ACCESS` looks at. */
export const WITH_OWNERS = `
  JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
  JOIN apps a ON a.tenant_id = s.tenant_id AND a.id = s.app_id
  JOIN tenants o ON o.id = s.tenant_id
  LEFT JOIN app_memberships m ON m.tenant_id = s.tenant_id AND m.app_id = s.app_id AND m.user_id = s.user_id`;
