import { APPLICATION_ROLE } from './data-source';
import { withClient } from './with-client';

/** The rights of the role in a database URL that concern row-level security. */
export interface LoginRole {
  readonly name: string;
  readonly superuser: boolean;
  readonly bypassesRowSecurity: boolean;
  readonly ownsTables: boolean;
  /** Whether the role is a member of the application role, or a superuser. */
  readonly canAssumeApplicationRole: boolean;
}

const INSPECT = `
  SELECT r.rolname AS name, r.rolsuper AS superuser, r.rolbypassrls AS "bypassesRowSecurity",
         EXISTS (SELECT FROM pg_class c WHERE c.relowner = r.oid AND c.relkind = 'r'
                 AND c.relnamespace = 'public'::regnamespace) AS "ownsTables",
         EXISTS (SELECT FROM pg_roles a WHERE a.rolname = $1 AND pg_has_role(r.oid, a.oid, 'MEMBER'))
           AS "canAssumeApplicationRole"
    FROM pg_roles r WHERE r.rolname = current_user`;

/** Inspects the login role of `url`. The application role may not exist yet. */
export async function inspectLoginRole(url: string): Promise<LoginRole> {
  const { rows } = await withClient(url, (client) => client.query<LoginRole>(INSPECT, [APPLICATION_ROLE]));
  const [row] = rows;
  if (!row) throw new Error('The login role is not in pg_roles');
  return row;
}
