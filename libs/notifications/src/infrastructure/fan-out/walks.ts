import type { Audience } from '../../domain/audience/audience';

/**
 * The order of the key is that of the walk, and there may be a million members behind the ones that are wanted. The
 * planner does not know that the policies of row-level security let all rows of the tenant pass: it would sort them.
 */
export const IN_KEY_ORDER = `SELECT set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true),
                                    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`;

/**
 * The next members of an App `$1`, `$2` behind the user `$3`, at most `$4`: a common table `slice` of their user ids, with
 * `status` and `joined_at` where there is a membership. Of a list of users, those of the list: however many members there
 * are besides.
 *
 * The comparison of pairs keeps the planner from the index by user, which passes the members of all other Apps. The App
 * stands alone in no equation: the search in the index would begin at its first member, and pass those of all slices before.
 *
 * @param users the number of the parameter with the list.
 */
export function sliceOf({ mode }: Pick<Audience, 'mode'>, users: number): string {
  if (mode !== 'users') {
    return `slice AS MATERIALIZED (
      SELECT m.user_id, m.status, m.joined_at FROM app_memberships m
       WHERE m.tenant_id = $1 AND (m.app_id, m.user_id) > ($2, $3) AND m.app_id <= $2
       ORDER BY m.app_id, m.user_id LIMIT $4)`;
  }
  return `slice AS MATERIALIZED (
    SELECT wanted.user_id, m.status, m.joined_at
      FROM (SELECT DISTINCT u.id AS user_id FROM unnest($${users}::uuid[]) AS u (id)
             WHERE u.id > $3 ORDER BY 1 LIMIT $4) wanted
      LEFT JOIN LATERAL (
        SELECT status, joined_at FROM app_memberships
         WHERE tenant_id = $1 AND app_id = $2 AND user_id = wanted.user_id LIMIT 1) m ON true)`;
}

/** How many of a slice there are, and the last of them. */
export const SLICE_END = `(
  SELECT count(*)::integer AS seen, (SELECT user_id FROM slice ORDER BY user_id DESC LIMIT 1) AS through FROM slice)`;
