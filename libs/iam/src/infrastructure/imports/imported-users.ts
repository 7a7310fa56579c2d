import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { Identifier } from '../../domain/accounts/login-identifier';
import { LoginIdentifiers } from '../accounts/login-identifiers';
import { Users } from '../accounts/users';
import type { User } from '../../domain/accounts/user';

/** Users who come from elsewhere, many at a time. */
@Injectable()
export class ImportedUsers {
  constructor(
    private readonly database: Database,
    private readonly users: Users,
    private readonly identifiers: LoginIdentifiers,
  ) {}

  /** Until the end of the current transaction no other import adds users to the tenant. */
  async lock(tenantId: string): Promise<void> {
    await this.database.query(`SELECT pg_advisory_xact_lock(hashtextextended('iam.import ' || $1::text, 0))`, [
      tenantId,
    ]);
  }

  /** Those of the ids that exist, also of users who were erased since. */
  async existing(tenantId: string, ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.read<{ id: string }>(
      tenantId,
      'SELECT id FROM users WHERE tenant_id = $1 AND id = ANY ($2::uuid[])',
      [tenantId, ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** The indexes of the identifiers that somebody has proven to own. */
  async proven(tenantId: string, identifiers: readonly Identifier[]): Promise<Set<number>> {
    const rows = await this.database.read<{ place: number }>(
      tenantId,
      `SELECT (g.place - 1)::integer AS place
         FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS g (type, value, place)
         JOIN login_identifiers i ON i.tenant_id = $1 AND i.type = g.type AND i.value = g.value
        WHERE i.verified_at IS NOT NULL`,
      [tenantId, identifiers.map(({ type }) => type), identifiers.map(({ value }) => value)],
    );
    return new Set(rows.map(({ place }) => place));
  }

  /** Takes back a user who was inserted in this transaction, with the identifiers. */
  async remove(user: User): Promise<void> {
    for (const identifier of await this.identifiers.of(user.tenantId, user.id))
      await this.identifiers.delete(identifier);
    await this.users.delete(user);
  }
}
