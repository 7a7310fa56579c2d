import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { Identifier } from '@libs/iam';
import type { NotificationScope } from '../../domain/notification-scope';

/** Whom another system names: users by their ids, or by what they sign in with. */
export type NamedRecipients = { readonly userIds: readonly string[] } | { readonly identifiers: readonly Identifier[] };

/** Whom of the named a message can reach. */
export interface FoundRecipients {
  /** Each once. */
  readonly userIds: readonly string[];
  /** The positions in the list of those who are no active members. */
  readonly unknown: readonly number[];
}

const IS_ACTIVE_MEMBER = (user: string) => `(SELECT m.status FROM app_memberships m
  WHERE m.tenant_id = $1 AND m.app_id = $2 AND m.user_id = ${user}) = 'active'`;

const BY_ID = `
  SELECT g.place::integer - 1 AS place, g.user_id FROM unnest($3::uuid[]) WITH ORDINALITY AS g (user_id, place)
   WHERE ${IS_ACTIVE_MEMBER('g.user_id')}`;

/** An address that nobody has proven to have is nobody's. */
const BY_IDENTIFIER = `
  SELECT g.place::integer - 1 AS place, l.user_id
    FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS g (type, value, place)
    JOIN login_identifiers l ON l.tenant_id = $1 AND l.type = g.type AND l.value = g.value
   WHERE l.verified_at IS NOT NULL AND ${IS_ACTIVE_MEMBER('l.user_id')}`;

@Injectable()
export class NamedRecipientsQuery {
  constructor(private readonly database: Database) {}

  /** Those of them who are active members of the App, and who are none. In the current transaction. */
  async find({ tenantId, appId }: NotificationScope, named: NamedRecipients): Promise<FoundRecipients> {
    const [statement, names, values] =
      'userIds' in named
        ? [BY_ID, named.userIds, [named.userIds]]
        : [BY_IDENTIFIER, named.identifiers, columnsOf(named.identifiers)];
    const rows = await this.database.query<{ place: number; user_id: string }>(statement, [tenantId, appId, ...values]);
    const found = new Set(rows.map(({ place }) => place));
    return {
      userIds: [...new Set(rows.map(({ user_id }) => user_id))],
      unknown: [...names.keys()].filter((place) => !found.has(place)),
    };
  }
}

function columnsOf(identifiers: readonly Identifier[]): [types: string[], values: string[]] {
  return [identifiers.map(({ type }) => type), identifiers.map(({ value }) => value)];
}
