import { type ContentCheck, MissingContents } from '@libs/files';
import { TenantFiguresQueries } from '@libs/iam';
import { command } from './command';
import { TENANT_OPTION, tenantIdOf } from './tenants';

export const VERIFY_FILES = command({
  name: 'verify-files',
  summary: 'Looks whether the storage has every file that the database names.',
  positionals: [],
  options: { tenant: TENANT_OPTION },
  help:
    'Asks the storage for each content once, without reading it. It names the first hundred of each tenant that are ' +
    'missing. The exit\ncode is 1 if any is.',
  async run(app, { options }) {
    const tenants: (ContentCheck & { readonly tenant: string })[] = [];
    for (const { id, code } of await app.get(TenantFiguresQueries).identities(await tenantIdOf(app, options.tenant))) {
      tenants.push({ tenant: code, ...(await app.get(MissingContents).find(id)) });
    }
    const missing = tenants.reduce((sum, tenant) => sum + tenant.missing, 0);
    return { output: { ok: missing === 0, missing, tenants }, isGood: missing === 0 };
  },
});
