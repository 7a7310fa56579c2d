import { DEFAULT_TENANT_CODE, parseEmailAddress, type Tenant, TenantsService } from '@libs/iam';
import { type Services, UsageError } from './command';

/** The option of commands that can do with all tenants. */
export const TENANT_OPTION = { type: 'string', help: 'The code of a tenant; all of them if absent.' } as const;

/** The option of commands about one tenant. */
export const ONE_TENANT_OPTION = {
  type: 'string',
  help: `The code of the tenant; ${DEFAULT_TENANT_CODE} if absent.`,
} as const;

/** @throws UsageError when there is no such tenant. */
export async function tenantOf(app: Services, code: string = DEFAULT_TENANT_CODE): Promise<Tenant> {
  const tenant = await app.get(TenantsService).findByCode(code);
  if (!tenant) throw new UsageError(`There is no tenant ${code}`);
  return tenant;
}

/** Null for all tenants. @throws UsageError when there is no such tenant. */
export async function tenantIdOf(app: Services, code: string | undefined): Promise<string | null> {
  return code === undefined ? null : (await tenantOf(app, code)).id;
}

/** In canonical form. @throws UsageError */
export function emailOf(given = ''): string {
  const email = parseEmailAddress(given);
  if (email === null) throw new UsageError('--email must be an email address');
  return email;
}
