import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { Identifier } from '@libs/iam';
import type { NotificationScope } from '../../domain/messages/message-settings';

/** Whom another system names: users by their ids, or by what they sign in with. */
export type NamedRecipients = { readonly userIds: readonly string[] } | { readonly identifiers: readonly Identifier[] };

const IS_ACTIVE_MEMBER = (user: string) => `(SELECT m.status FROM app_memberships m
  WHERE m.tenant_id = $1 AND m.app_id = $2 AND m.user_id = ${user}) = 'active'`;

const BY_ID = `
  SELECT DISTINCT g.user_id FROM unnest($3::uuid[]) AS g (user_id) WHERE ${IS_ACTIVE_MEMBER('g.user_id')}`;

/** An address that nobody has proven to have is nobody's. */
const BY_IDENTIFIER = `
  SELECT DISTINCT l.user_id FROM unnest($3::text[], $4::text[]) AS g (type, value)
    JOIN login_identifiers l ON l.tenant_id = $1 AND l.type = g.type AND l.value = g.value
   WHERE l.verified_at IS NOT NULL AND ${IS_ACTIVE_MEMBER('l.user_id')}`;

@Injectable()
export class NamedRecipientsQuery {
  constructor(private readonly database: Database) {}

  /** Those of them who are active members of the App, each once. In the current transaction. */
  async activeMembers({ tenantId, appId }: NotificationScope, named: NamedRecipients): Promise<string[]> {
    const [statement, values] =
      'userIds' in named
        ? [BY_ID, [named.userIds]]
        : [BY_IDENTIFIER, [named.identifiers.map(({ type }) => type), named.identifiers.map(({ value }) => value)]];
    const rows = await this.database.query<{ user_id: string }>(statement, [tenantId, appId, ...values]);
    return rows.map(({ user_id }) => user_id);
  }
}
