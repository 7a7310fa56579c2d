import { AdministratorCreationService } from '@libs/iam';
import { command, UsageError } from './command';
import { PASSWORD_OPTION, passwordFrom } from './passwords';
import { emailOf, ONE_TENANT_OPTION, tenantOf } from './tenants';

const DEFAULT_ROLE = 'admin';
const DEFAULT_NAME = 'Administrator';
const MAX_NAME_LENGTH = 80;

export const CREATE_ADMIN = command({
  name: 'create-admin',
  summary: 'Creates an administrator with a password.',
  positionals: [],
  options: {
    email: { type: 'string', help: 'The address with which the administrator signs in.' },
    tenant: ONE_TENANT_OPTION,
    role: { type: 'string', help: `The codes of the roles, separated by commas; ${DEFAULT_ROLE} if absent.` },
    name: { type: 'string', help: `The name that others see; ${DEFAULT_NAME} if absent.` },
    'password-stdin': PASSWORD_OPTION,
  },
  help:
    'Creates a user with a confirmed address and roles. A password that was made is printed this once: change it after ' +
    'the first\nsign-in. The exit code is 1, and nothing is changed, if the address belongs to somebody or a role does ' +
    'not exist.',
  async run(app, { options }) {
    const email = emailOf(options.email);
    const displayName = (options.name ?? DEFAULT_NAME).trim();
    if (displayName === '' || [...displayName].length > MAX_NAME_LENGTH) {
      throw new UsageError(`--name must have 1 to ${MAX_NAME_LENGTH} characters`);
    }
    const roles = [...new Set((options.role ?? DEFAULT_ROLE).split(',').map((code) => code.trim()))];
    const isGiven = options['password-stdin'] === true;
    const password = isGiven ? await passwordFrom(process.stdin) : null;
    const tenant = await tenantOf(app, options.tenant);
    const created = await app
      .get(AdministratorCreationService)
      .create(tenant.id, { email, password, displayName, roles });
    const user = { id: created.id, email, tenant: tenant.code, roles };
    return { output: { user, ...(isGiven ? {} : { password: created.password }) }, isGood: true };
  },
});
