import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { SupportedLocale, ToldAdministrators } from '@libs/kernel';
import { OWNER_ROLE } from '../../domain/roles/built-in-roles';

/** An administrator, with the locale and the time zone that are saved. */
interface ToldAdministrator {
  readonly id: string;
  readonly locale: SupportedLocale | null;
  readonly timeZone: string | null;
}

/** `$1` is the tenant. */
const ACTIVE = `
  SELECT u.id, u.locale, u.time_zone AS "timeZone" FROM users u WHERE u.tenant_id = $1 AND u.status = 'active'`;

const HOLDERS = `${ACTIVE}
     AND u.id IN (SELECT ur.user_id
                    FROM roles r JOIN user_roles ur ON ur.tenant_id = r.tenant_id AND ur.role_code = r.code
                   WHERE r.tenant_id = $1 AND $2 = ANY (r.permissions))
     AND EXISTS (SELECT FROM login_identifiers i
                  WHERE i.tenant_id = u.tenant_id AND i.user_id = u.id AND i.type = 'email'
                    AND i.verified_at IS NOT NULL)
   ORDER BY u.created_at, u.id LIMIT $3`;

const OWNERS = `${ACTIVE}
     AND EXISTS (SELECT FROM user_roles r WHERE r.tenant_id = $1 AND r.user_id = u.id AND r.role_code = $2)
   ORDER BY u.id`;

const USER = `${ACTIVE} AND u.id = $2`;

const MAKER = `${USER} AND EXISTS (SELECT FROM user_roles r WHERE r.tenant_id = $1 AND r.user_id = u.id)`;

/** Which administrators are told of something, and in which words. */
@Injectable()
export class AdministratorsToTell {
  constructor(private readonly database: Database) {}

  async find(tenantId: string, to: ToldAdministrators): Promise<readonly ToldAdministrator[]> {
    const read = (sql: string, ...values: readonly unknown[]) =>
      this.database.read<ToldAdministrator & Record<string, unknown>>(tenantId, sql, [tenantId, ...values]);
    if (to === 'owners') return read(OWNERS, OWNER_ROLE);
    if ('permission' in to) return read(HOLDERS, to.permission, to.atMost);
    if ('user' in to) return read(USER, to.user);
    const maker = await read(MAKER, to.maker);
    return maker.length > 0 ? maker : read(OWNERS, OWNER_ROLE);
  }

  /** Whether the messages to them have been made: they name the event. What follows an event has a later id. */
  async areTold(tenantId: string, eventId: string): Promise<boolean> {
    const told = await this.database.read(
      tenantId,
      `SELECT FROM outbox_messages WHERE tenant_id = $1 AND id > $2 AND data ->> 'event_id' = $2::text LIMIT 1`,
      [tenantId, eventId],
    );
    return told.length > 0;
  }
}
