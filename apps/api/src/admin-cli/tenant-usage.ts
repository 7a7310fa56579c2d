import { ManagedApps } from '@libs/apps';
import { StorageUsages } from '@libs/files';
import { DeadLetters } from '@libs/foundation';
import { TenantFiguresQueries } from '@libs/iam';
import { InboxSizes } from '@libs/notifications';
import { command } from './command';
import { TENANT_OPTION, tenantIdOf } from './tenants';

export const TENANT_USAGE = command({
  name: 'tenant-usage',
  summary: 'Tells what each tenant has and uses.',
  positionals: [],
  options: { tenant: TENANT_OPTION },
  help:
    'Counts Apps, active members, active users with roles, live sessions, bytes of files with their quota, messages that ' +
    'wait or\nwere given up, and rows of inboxes (estimated, where there are millions).',
  async run(app, { options }) {
    const tenantId = await tenantIdOf(app, options.tenant);
    const tenants = await app.get(TenantFiguresQueries).list(tenantId);
    const apps = await app.get(ManagedApps).countsByTenant(tenantId);
    const rooms = await app.get(StorageUsages).roomsOf(tenants.map(({ id }) => id));
    const backlogs = await app.get(DeadLetters).backlogs(tenantId);
    const inboxes = await app.get(InboxSizes).estimatedByTenant(tenantId);
    const usages = tenants.map(({ id, code, name, status, members, administrators, liveSessions }) => ({
      tenant: code,
      name,
      status,
      apps: apps.get(id) ?? 0,
      members,
      administrators,
      live_sessions: liveSessions,
      storage_bytes: rooms.get(id)?.usedBytes ?? 0,
      storage_quota_bytes: rooms.get(id)?.quotaBytes ?? 0,
      waiting_messages: backlogs.get(id)?.waiting ?? 0,
      dead_messages: backlogs.get(id)?.dead ?? 0,
      estimated_inbox_rows: inboxes.get(id) ?? 0,
    }));
    return { output: { tenants: usages }, isGood: true };
  },
});
