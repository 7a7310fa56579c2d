/** The consumed token `t` is older than the direct predecessor of the live one: what came of it was consumed as well. */
export const IS_OUTDATED = `EXISTS (SELECT FROM refresh_tokens n
  WHERE n.tenant_id = t.tenant_id AND n.token_hash = t.successor_hash AND n.consumed_at IS NOT NULL)`;
