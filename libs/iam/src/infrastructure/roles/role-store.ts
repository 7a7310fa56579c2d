import { Injectable } from '@nestjs/common';
import { columnsOf, Database, fieldsOf, ListOrder, listPage, sorted, sortedCode, sortedName } from '@libs/foundation';
import { found, likePattern, type ListPage, type ListRequest, type ValuesOf } from '@libs/kernel';
import { BUILT_IN_ROLES } from '../../domain/roles/built-in-roles';
import { MAX_ROLE_CODE_LENGTH, Role, role, ROLE_CODE } from '../../domain/roles/role';
import { RoleSchema } from './roles.schemas';

/** A role as administrators see it. */
export interface RoleView extends ValuesOf<Omit<typeof role, 'tenantId'>> {
  readonly userCount: number;
}

const SELECT_ROLE = `
  SELECT ${columnsOf(RoleSchema, 'r', fieldsOf(RoleSchema, { without: ['tenantId'] }))},
         (SELECT count(*)::int FROM user_roles ur
           WHERE ur.tenant_id = r.tenant_id AND ur.role_code = r.code) AS "userCount"
    FROM roles r`;

@Injectable()
export class RoleStore {
  static readonly order = new ListOrder(
    {
      code: sortedCode('r.code'),
      name: sortedName('r.name'),
      created_at: sorted('r.created_at'),
      updated_at: sorted('r.updated_at'),
    },
    { usual: 'r.created_at DESC, r.code', tie: 'r.code' },
  );

  constructor(private readonly database: Database) {}

  /** Newest first, unless the request says otherwise. */
  list(tenantId: string, q: string | undefined, request: ListRequest): Promise<ListPage<RoleView>> {
    const matches = `r.tenant_id = $1 AND ($2::text IS NULL OR r.code ILIKE $2 OR r.name ILIKE $2)`;
    return listPage<RoleView>(this.database, tenantId, request, {
      matching: `roles r WHERE ${matches}`,
      values: [tenantId, likePattern(q)],
      select: (limit) => `${SELECT_ROLE} WHERE ${matches} ORDER BY ${RoleStore.order.of(request)} ${limit}`,
    });
  }

  /** @throws ResourceNotFoundError */
  async get(tenantId: string, code: string): Promise<RoleView> {
    const select = `${SELECT_ROLE} WHERE r.tenant_id = $1 AND r.code = $2`;
    const [row] = isCode(code) ? await this.database.read<RoleView>(tenantId, select, [tenantId, code]) : [];
    return found(row);
  }

  /** Which of the codes are those of roles. */
  async existing(tenantId: string, codes: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.database.read<{ code: string }>(
      tenantId,
      'SELECT code FROM roles WHERE tenant_id = $1 AND code = ANY ($2)',
      [tenantId, codes],
    );
    return new Set(rows.map(({ code }) => code));
  }

  /** In the current transaction, as all methods below. Whoever gives the role waits. @throws ResourceNotFoundError */
  async getForUpdate(tenantId: string, code: string): Promise<Role> {
    const query = { where: { tenantId, code }, lock: { mode: 'pessimistic_write' } } as const;
    return found(isCode(code) ? await this.database.manager.findOne(Role, query) : null);
  }

  /** @returns whether the code was still free. */
  async insert(role: Role): Promise<boolean> {
    return this.database.insertIfFree(Role, role);
  }

  async save(role: Role): Promise<void> {
    const { tenantId, code, ...state } = role;
    await this.database.manager.update(Role, { tenantId, code }, { ...state, permissions: [...state.permissions] });
  }

  async isInUse(tenantId: string, code: string): Promise<boolean> {
    return this.database.hasRows('SELECT 1 FROM user_roles WHERE tenant_id = $1 AND role_code = $2 LIMIT 1', [
      tenantId,
      code,
    ]);
  }

  async delete(tenantId: string, code: string): Promise<void> {
    await this.database.manager.delete(Role, { tenantId, code });
  }

  /**
   * Sets the built-in roles to the catalogue's definition, in one tenant or, as system, in all. Custom roles stay as
   * they are.
   */
  async syncBuiltIn(tenantId: string | null): Promise<void> {
    await this.database.query(
      `INSERT INTO roles AS r (tenant_id, code, name, permissions, built_in)
       SELECT t.id, b.code, b.name, b.permissions, true
         FROM tenants t
        CROSS JOIN jsonb_to_recordset($1::jsonb) AS b (code text, name text, permissions text[], platform boolean)
        WHERE ($2::uuid IS NULL OR t.id = $2) AND (t.is_platform OR b.platform IS NOT TRUE)
       ON CONFLICT (tenant_id, code) DO UPDATE SET
         name = excluded.name, permissions = excluded.permissions, lock_version = r.lock_version + 1, updated_at = now()
        WHERE r.built_in AND (r.name, r.permissions) IS DISTINCT FROM (excluded.name, excluded.permissions)`,
      [JSON.stringify(BUILT_IN_ROLES), tenantId],
    );
  }
}

/** A value from a path may be anything. */
function isCode(value: string): boolean {
  return value.length <= MAX_ROLE_CODE_LENGTH && ROLE_CODE.test(value);
}
