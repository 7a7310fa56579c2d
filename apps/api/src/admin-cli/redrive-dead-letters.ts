import { type DeadLetterFilter, DeadLetters } from '@libs/foundation';
import { type Permission, TenantFiguresQueries } from '@libs/iam';
import { AuditTrail, newId, SystemAudit } from '@libs/kernel';
import { command, type Services, UsageError } from './command';
import { TENANT_OPTION, tenantIdOf } from './tenants';

const ACTION: Permission = 'jobs.write';
const MAX_LIMIT = 1_000_000_000;

export const REDRIVE_DEAD_LETTERS = command({
  name: 'redrive-dead-letters',
  summary: 'Has messages delivered once more that were given up.',
  positionals: [],
  options: {
    queue: { type: 'string', help: 'Only those of this lane of the outbox, such as mail.' },
    type: { type: 'string', help: 'Only those of this type.' },
    tenant: TENANT_OPTION,
    limit: { type: 'string', help: 'At most so many of them, those that died longest ago of each tenant first.' },
    'dry-run': { type: 'boolean', help: 'Only count them.' },
  },
  help:
    'Puts dead letters back into the outbox, to be tried from the first attempt on. Repeat it after an interruption. ' +
    'What dies\nagain meanwhile is left. The summary is JSON, by tenant, queue and type.',
  async run(app, { options }) {
    const limit = limitOf(options.limit);
    const tenantId = await tenantIdOf(app, options.tenant);
    const filter = { tenantId: tenantId ?? undefined, lane: options.queue, type: options.type };
    const groups = await app.get(DeadLetters).groups(filter);
    const codes = new Map((await app.get(TenantFiguresQueries).identities(tenantId)).map(({ id, code }) => [id, code]));
    const dead_letters = groups.map(({ tenantId: id, lane, type, messages, oldestDeadAt }) => {
      return { tenant: codes.get(id), queue: lane, type, messages, oldest_dead_at: oldestDeadAt.toISOString() };
    });
    if (options['dry-run']) return { output: { dry_run: true, redriven: 0, dead_letters }, isGood: true };
    const runId = newId();
    let redriven = 0;
    for (const id of new Set(groups.map((group) => group.tenantId))) {
      if (redriven < limit) redriven += await redrive(app, { ...filter, tenantId: id }, limit - redriven, runId);
    }
    return { output: { dry_run: false, redriven, dead_letters }, isGood: true };
  },
});

function redrive(
  app: Services,
  filter: DeadLetterFilter & { readonly tenantId: string },
  limit: number,
  runId: string,
): Promise<number> {
  const job = { tenantId: filter.tenantId, action: ACTION, name: 'admin redrive-dead-letters', id: runId };
  return app.get(SystemAudit).perform(job, () =>
    app.get(DeadLetters).redrive(filter, limit, (messages) => {
      const after = { redriven: messages, queue: filter.lane ?? null, type: filter.type ?? null };
      app.get(AuditTrail).record({ resourceType: 'job', resourceId: null, before: null, after });
    }),
  );
}

/** @throws UsageError */
function limitOf(text: string | undefined): number {
  if (text === undefined) return MAX_LIMIT;
  const limit = Number(text);
  if (!/^\d+$/.test(text) || limit < 1 || limit > MAX_LIMIT) throw new UsageError('--limit must be a positive number');
  return limit;
}
