import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, PersonalData } from '@libs/foundation';
import { UserRows, type UserRowsSelection } from './user-rows';

/** Without keys, hashes and tokens: those are not personal data. */
const MANY: Readonly<Record<string, UserRowsSelection>> = {
  devices: {
    table: 'd',
    from: 'devices d',
    moment: 'created_at',
    columns: `d.id, d.app_id, d.platform, d.model, d.os_version, d.app_version, d.push_provider, d.push_enabled,
      d.last_seen_at, d.created_at`,
  },
  sessions: {
    table: 's',
    from: 'sessions s',
    moment: 'created_at',
    columns: `s.id, s.surface, s.app_id, s.device_id, s.login_method, host(s.ip) AS ip, s.user_agent, s.created_at,
      s.last_active_at, s.expires_at, s.revoked_at, s.revoke_reason`,
  },
  login_events: {
    table: 'e',
    from: 'login_events e',
    moment: 'occurred_at',
    columns: `e.id, e.app_id, e.device_id, e.result, e.method, e.reason, host(e.ip) AS ip, e.user_agent, e.occurred_at`,
  },
  security_events: {
    table: 'e',
    from: 'security_events e',
    moment: 'occurred_at',
    columns: `e.id, e.app_id, e.session_id, e.type, host(e.ip) AS ip, e.user_agent, e.details, e.occurred_at`,
  },
  data_exports: {
    table: 'e',
    from: 'data_exports e',
    moment: 'created_at',
    columns: `e.id, e.app_id, e.status, e.created_at, e.expires_at`,
  },
};

/** Few enough to be read at once. */
const FEW: Readonly<Record<string, string>> = {
  identifiers: `SELECT i.id, i.type, i.value, i.verified_at, i.is_primary, i.created_at
     FROM login_identifiers i WHERE i.tenant_id = $1 AND i.user_id = $2 ORDER BY i.created_at, i.id`,
  memberships: `SELECT m.app_id, a.name AS app_name, m.status, m.joined_at, m.created_at
     FROM app_memberships m JOIN apps a ON a.tenant_id = m.tenant_id AND a.id = m.app_id
    WHERE m.tenant_id = $1 AND m.user_id = $2 ORDER BY m.created_at, m.app_id`,
  organization_units: `SELECT o.id, o.name, m.joined_at, o.manager_user_id IS NOT DISTINCT FROM $2 AS is_manager
     FROM organization_units o
     LEFT JOIN organization_unit_members m ON m.tenant_id = o.tenant_id AND m.unit_id = o.id AND m.user_id = $2
    WHERE o.tenant_id = $1 AND (o.manager_user_id = $2 OR m.user_id IS NOT NULL) ORDER BY o.name, o.id`,
  roles: `SELECT r.code, r.name
     FROM user_roles ur JOIN roles r ON r.tenant_id = ur.tenant_id AND r.code = ur.role_code
    WHERE ur.tenant_id = $1 AND ur.user_id = $2 ORDER BY r.code`,
};

/** Everything known here about a user besides the account itself. */
@Injectable()
export class IamPersonalData implements OnModuleInit {
  constructor(
    private readonly personalData: PersonalData,
    private readonly database: Database,
    private readonly rows: UserRows,
  ) {}

  onModuleInit(): void {
    for (const [name, selection] of Object.entries(MANY)) {
      this.personalData.register({ name, read: (tenantId, userId) => this.rows.read(tenantId, userId, selection) });
    }
    for (const [name, statement] of Object.entries(FEW)) {
      this.personalData.register({ name, read: (tenantId, userId) => this.once(tenantId, userId, statement) });
    }
  }

  private async *once(tenantId: string, userId: string, statement: string): AsyncGenerator<object[], void, void> {
    yield await this.database.read(tenantId, statement, [tenantId, userId]);
  }
}
