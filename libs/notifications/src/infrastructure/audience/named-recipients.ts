import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { Identifier } from '@libs/iam';
import type { NotificationScope } from '../../domain/notification-scope';

/** Whom somebody names: users by their ids, and by what they sign in with. */
export interface NamedRecipients {
  readonly userIds: readonly string[];
  readonly identifiers: readonly Identifier[];
}

/** The positions in each of the lists. */
export interface NamedPlaces {
  readonly userIds: readonly number[];
  readonly identifiers: readonly number[];
}

/** Whom of the named a message can reach. */
export interface FoundRecipients {
  /** Each once, in the order in which they were named. */
  readonly userIds: readonly string[];
  /** Those who are no active members. */
  readonly unknown: NamedPlaces;
}

const IS_ACTIVE_MEMBER = (user: string) => `(SELECT m.status FROM app_memberships m
  WHERE m.tenant_id = $1 AND m.app_id = $2 AND m.user_id = ${user}) = 'active'`;

const BY_ID = `
  SELECT g.place::integer - 1 AS place, g.user_id FROM unnest($3::uuid[]) WITH ORDINALITY AS g (user_id, place)
   WHERE ${IS_ACTIVE_MEMBER('g.user_id')} ORDER BY g.place`;

/** An address that nobody has proven to have is nobody's. */
const BY_IDENTIFIER = `
  SELECT g.place::integer - 1 AS place, l.user_id
    FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS g (type, value, place)
   CROSS JOIN LATERAL (
     SELECT i.user_id FROM login_identifiers i
      WHERE i.tenant_id = $1 AND i.type = g.type AND i.value = g.value AND i.verified_at IS NOT NULL LIMIT 1) l
   WHERE ${IS_ACTIVE_MEMBER('l.user_id')} ORDER BY g.place`;

type FoundRow = { readonly place: number; readonly user_id: string } & Record<string, unknown>;

@Injectable()
export class NamedRecipientsQuery {
  constructor(private readonly database: Database) {}

  /** Those of them who are active members of the App, and who are none. In the current transaction. */
  async find(scope: NotificationScope, { userIds, identifiers }: NamedRecipients): Promise<FoundRecipients> {
    const types = identifiers.map(({ type }) => type);
    const values = identifiers.map(({ value }) => value);
    const byId = await this.rows(scope, BY_ID, userIds.length, [userIds]);
    const byIdentifier = await this.rows(scope, BY_IDENTIFIER, identifiers.length, [types, values]);
    return {
      userIds: [...new Set([...byId, ...byIdentifier].map(({ user_id }) => user_id))],
      unknown: { userIds: missing(userIds.length, byId), identifiers: missing(identifiers.length, byIdentifier) },
    };
  }

  private async rows(
    { tenantId, appId }: NotificationScope,
    statement: string,
    count: number,
    values: readonly unknown[],
  ): Promise<FoundRow[]> {
    return count === 0 ? [] : this.database.query<FoundRow>(statement, [tenantId, appId, ...values]);
  }
}

function missing(count: number, rows: readonly FoundRow[]): number[] {
  const found = new Set(rows.map(({ place }) => place));
  return Array.from({ length: count }, (_, place) => place).filter((place) => !found.has(place));
}
