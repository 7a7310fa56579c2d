import { Injectable } from '@nestjs/common';
import { ArchivesService, PicturesService } from '@libs/files';
import { Database, DevelopmentOutbox } from '@libs/foundation';
import type { Identifier } from '../../domain/accounts/login-identifier';
import { IdentifierKeys } from '../accounts/identifier-keys';
import { UserProfiles } from '../accounts/user-profiles';

/**
 * Personal data of a user besides the row in `users`, in an order that foreign keys allow. Records that others need
 * (sessions, sign-ins, security events, consents) stay, without anything that identifies a person.
 */
const STATEMENTS = [
  // Units before their members, as whoever replaces those takes them.
  `UPDATE organization_units SET manager_user_id = NULL, lock_version = lock_version + 1, updated_at = now()
    WHERE tenant_id = $1 AND manager_user_id = $2`,
  'DELETE FROM organization_unit_members WHERE tenant_id = $1 AND user_id = $2',
  'DELETE FROM account_deletions WHERE tenant_id = $1 AND user_id = $2',
  'DELETE FROM user_roles WHERE tenant_id = $1 AND user_id = $2',
  'DELETE FROM otp_challenges WHERE tenant_id = $1 AND user_id = $2',
  'DELETE FROM step_up_tokens WHERE tenant_id = $1 AND user_id = $2',
  'DELETE FROM account_change_notices WHERE tenant_id = $1 AND user_id = $2',
  'DELETE FROM otp_requests WHERE tenant_id = $1 AND user_id = $2',
  'DELETE FROM account_links WHERE tenant_id = $1 AND user_id = $2',
  'DELETE FROM mfa_challenges WHERE tenant_id = $1 AND user_id = $2',
  'DELETE FROM recovery_codes WHERE tenant_id = $1 AND user_id = $2',
  'DELETE FROM user_totp WHERE tenant_id = $1 AND user_id = $2',
  `DELETE FROM refresh_tokens t USING sessions s
    WHERE s.tenant_id = $1 AND s.user_id = $2 AND t.tenant_id = s.tenant_id AND t.session_id = s.id`,
  'UPDATE sessions SET device_id = NULL, ip = NULL, user_agent = NULL WHERE tenant_id = $1 AND user_id = $2',
  `UPDATE login_events SET device_id = NULL, ip = NULL, user_agent = NULL, identifier_key = ''
    WHERE tenant_id = $1 AND user_id = $2`,
  `UPDATE security_events SET ip = NULL, user_agent = NULL, details = '{}' WHERE tenant_id = $1 AND user_id = $2`,
  'DELETE FROM devices WHERE tenant_id = $1 AND user_id = $2',
];

/** Requests made with an address, before or besides an account. */
const STATEMENTS_ABOUT_ADDRESSES = [
  'DELETE FROM otp_requests WHERE tenant_id = $1 AND recipient = ANY ($2)',
  'DELETE FROM otp_challenges WHERE tenant_id = $1 AND recipient = ANY ($2)',
  'DELETE FROM password_reset_requests WHERE tenant_id = $1 AND email = ANY ($2)',
];

/** Requests under way during an erasure may leave these behind. */
const CATCH_UP = ['login_events', 'security_events'].map(
  (table) =>
    `UPDATE ${table} e SET ip = NULL, user_agent = NULL
       FROM users u
      WHERE u.status = 'deleted' AND u.updated_at > now() - interval '1 hour'
        AND e.tenant_id = u.tenant_id AND e.user_id = u.id AND (e.ip IS NOT NULL OR e.user_agent IS NOT NULL)`,
);

@Injectable()
export class UserErasure {
  constructor(
    private readonly database: Database,
    private readonly profiles: UserProfiles,
    private readonly pictures: PicturesService,
    private readonly archives: ArchivesService,
    private readonly identifierKeys: IdentifierKeys,
    private readonly developmentOutbox: DevelopmentOutbox,
  ) {}

  /**
   * Erases in the current transaction. The sessions must have been ended before.
   *
   * @returns the Apps of which the user was a member.
   */
  async erase(tenantId: string, userId: string): Promise<string[]> {
    const memberships = await this.database.query<{ app_id: string }>(
      'DELETE FROM app_memberships WHERE tenant_id = $1 AND user_id = $2 RETURNING app_id',
      [tenantId, userId],
    );
    await this.forgetAddresses(tenantId, userId);
    for (const statement of STATEMENTS) await this.database.query(statement, [tenantId, userId]);
    await this.removeContents(tenantId, userId);
    return memberships.map(({ app_id }) => app_id);
  }

  /**
   * Erases again what may have been written after an erasure of the last hour. In the current transaction, as system.
   */
  async catchUp(): Promise<void> {
    for (const statement of CATCH_UP) await this.database.query(statement);
  }

  private async forgetAddresses(tenantId: string, userId: string): Promise<void> {
    const identifiers = await this.database.query<Identifier & Record<string, unknown>>(
      'DELETE FROM login_identifiers WHERE tenant_id = $1 AND user_id = $2 RETURNING type, value',
      [tenantId, userId],
    );
    const values = identifiers.map(({ value }) => value);
    for (const statement of STATEMENTS_ABOUT_ADDRESSES) await this.database.query(statement, [tenantId, values]);
    await this.developmentOutbox.forget(values);
    // Attempts to sign in with the address when it had no account were by this person, or meant this person.
    await this.database.query(
      `UPDATE login_events SET ip = NULL, user_agent = NULL, identifier_key = ''
        WHERE tenant_id = $1 AND user_id IS NULL AND identifier_key = ANY ($2)`,
      [tenantId, identifiers.flatMap((identifier) => this.identifierKeys.allOf(identifier))],
    );
  }

  /** The contents themselves are removed from the storage after the commit. */
  private async removeContents(tenantId: string, userId: string): Promise<void> {
    const avatarToken = await this.profiles.delete(tenantId, userId);
    if (avatarToken !== null) await this.pictures.remove(tenantId, avatarToken);
    const exports = await this.database.query<{ archive_id: string | null }>(
      'DELETE FROM data_exports WHERE tenant_id = $1 AND user_id = $2 RETURNING archive_id',
      [tenantId, userId],
    );
    for (const { archive_id } of exports) {
      if (archive_id !== null) await this.archives.remove(tenantId, archive_id);
    }
  }
}
