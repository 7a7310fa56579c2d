import { AuditChain } from '@libs/audit';
import { Database, type RestoredMessages, RestoredOutbox, SealedColumns } from '@libs/foundation';
import { AccessAfterRestoreService, type Permission, TenantFiguresQueries } from '@libs/iam';
import { AuditTrail, newId, SystemAudit } from '@libs/kernel';
import { Instances } from '@libs/operations';
import { command, type Services } from './command';

const ACTION: Permission = 'sessions.revoke';

/** A tenant with millions of sessions is done in one transaction. */
const STATEMENT_SECONDS = 3_600;

/**
 * One mail or SMS to one person is held by itself; what goes to many is paused, to be looked at together. Events of
 * webhooks are sent again: they have their ids, by which receivers know them.
 */
const MESSAGES: RestoredMessages = {
  held: ['codes.requests', 'codes.mail', 'codes.sms', 'mail', 'sms'],
  paused: ['push', 'notifications.mail', 'notifications.fan_out'],
  leading: ['notifications.due'],
};

export const AFTER_RESTORE = command({
  name: 'after-restore',
  summary: 'Makes a database that was restored from a backup safe to start on.',
  positionals: [],
  options: {
    'accept-lost-keys': { type: 'boolean', help: 'Go on although some of what is sealed cannot be opened any more.' },
  },
  help:
    'Run it after a restore, before any process is started. It looks whether the keys open what the database has ' +
    'sealed; ends every\nsession, code, link, token and recovery code, so that nothing that was used or revoked after ' +
    'the backup works again; and holds\nmails, SMS and pushes that were due, as they may have been sent. The audit log ' +
    'of each tenant has a record. May be repeated.\nThe exit code is 1, and nothing is changed, where processes run or ' +
    'a key is missing.',
  async run(app, { options }) {
    const identities = await app.get(TenantFiguresQueries).identities(null);
    const keys = await checkKeys(app, identities);
    if (!keys.ok && options['accept-lost-keys'] !== true)
      return { output: { error: KEYS_MISSING, keys }, isGood: false };
    const running = await app.get(Instances).list();
    if (running.length > 0) return { output: { error: STILL_RUNNING, processes: running.length }, isGood: false };
    const runId = newId();
    const tenants: object[] = [];
    for (const { id, code } of identities) {
      tenants.push({ tenant: code, ...(await settle(app, id, runId)) });
    }
    return { output: { keys, tenants }, isGood: true };
  },
});

const KEYS_MISSING = {
  code: 'KEYS_MISSING',
  message: 'SECRET_KEYS do not open what this database has sealed: find those of the time of the backup',
};
const STILL_RUNNING = {
  code: 'PROCESSES_RUNNING',
  message: 'Processes run on this database: end them; one that was killed counts for 45 seconds',
};

/**
 * Whether the configured keys are those that the database was written with: by sealed values, and by the ends of audit
 * logs, which every installation has. One end that is not sealed is for verify-audit to tell; none of them means the keys.
 */
async function checkKeys(app: Services, tenants: readonly { readonly id: string }[]) {
  const samples = await app.get(SealedColumns).samples();
  const sealed: boolean[] = [];
  for (const { id } of tenants) {
    const isSealed = await app.get(AuditChain).isSealed(id);
    if (isSealed !== null) sealed.push(isSealed);
  }
  const columns = samples.map(({ table, column, keyId, values, opened }) => {
    return { table, column, key_id: keyId, tried: values, opened };
  });
  const audit_logs = { tried: sealed.length, opened: sealed.filter(Boolean).length };
  const isOfTheLogs = audit_logs.tried === 0 || audit_logs.opened > 0;
  return { ok: isOfTheLogs && columns.every(({ opened }) => opened > 0), audit_logs, columns };
}

function settle(app: Services, tenantId: string, runId: string): Promise<object> {
  const database = app.get(Database);
  const job = { tenantId, action: ACTION, name: 'admin after-restore', id: runId };
  return app.get(SystemAudit).perform(job, () =>
    database.run(tenantId, async () => {
      await database.extendLimits(STATEMENT_SECONDS);
      // Before what this itself tells is due.
      const messages = await app.get(RestoredOutbox).settle(tenantId, MESSAGES);
      const access = await app.get(AccessAfterRestoreService).end(tenantId);
      const done = {
        ended: {
          sessions: access.sessions,
          api_clients: access.apiClients,
          sign_ins: access.signIns,
          codes: access.codes,
          step_ups: access.stepUps,
          links: access.links,
          download_links: access.downloadLinks,
          recovery_code_count: access.recoveryCodes,
          push_registrations: access.pushRegistrations,
        },
        postponed_erasures: access.postponedErasures,
        messages: { held: messages.held, paused_queues: messages.paused, due: messages.due },
      };
      app.get(AuditTrail).record({ resourceType: 'session', resourceId: null, before: null, after: done });
      return done;
    }),
  );
}
