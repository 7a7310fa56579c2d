import { AuditChain, type ChainVerification } from '@libs/audit';
import { type Permission, TenantFiguresQueries } from '@libs/iam';
import { AuditTrail, newId, SystemAudit, Transactions } from '@libs/kernel';
import { command, type Services } from './command';
import { TENANT_OPTION, tenantIdOf } from './tenants';

const ACTION: Permission = 'audit.verify';

export const VERIFY_AUDIT = command({
  name: 'verify-audit',
  summary: 'Recomputes the chains of the audit logs.',
  positionals: [],
  options: { tenant: TENANT_OPTION },
  help:
    'Finds records that were changed, removed or inserted, and seals intact chains with the newest secret key. Each ' +
    'result is\nrecorded in the log itself. The exit code is 1 if a chain is broken.',
  async run(app, { options }) {
    const runId = newId();
    const tenants: (ChainVerification & { readonly tenant: string })[] = [];
    for (const { id, code } of await app.get(TenantFiguresQueries).identities(await tenantIdOf(app, options.tenant))) {
      const found = await app.get(AuditChain).verify(id);
      await record(app, id, runId, found);
      tenants.push({ tenant: code, ...found });
    }
    const broken = tenants.filter(({ ok }) => !ok).length;
    return { output: { ok: broken === 0, broken, tenants }, isGood: broken === 0 };
  },
});

async function record(app: Services, tenantId: string, runId: string, found: ChainVerification): Promise<void> {
  const job = { tenantId, action: ACTION, name: 'admin verify-audit', id: runId };
  await app.get(SystemAudit).perform(job, () =>
    app.get(Transactions).run(tenantId, () => {
      app.get(AuditTrail).record({ resourceType: 'audit_log', resourceId: null, before: null, after: found });
      return Promise.resolve();
    }),
  );
}
