import { DEFAULT_TENANT_CODE, parseEmailAddress, type Tenant, TenantsService } from '@libs/iam';
import { type CommandInput, type Services, UsageError } from './command';

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
export async function tenantIdOf(app: Services, { options }: CommandInput): Promise<string | null> {
  const code = textOf(options, 'tenant');
  return code === undefined ? null : (await tenantOf(app, code)).id;
}

export function textOf(options: CommandInput['options'], name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** In canonical form. @throws UsageError */
export function emailOf({ options }: CommandInput): string {
  const email = parseEmailAddress(textOf(options, 'email') ?? '');
  if (email === null) throw new UsageError('--email must be an email address');
  return email;
}
