import { AdministratorRescueService } from '@libs/iam';
import { command, UsageError } from './command';
import { PASSWORD_OPTION, passwordFrom } from './passwords';
import { emailOf, ONE_TENANT_OPTION, tenantOf } from './tenants';

export const RESCUE_ADMIN = command({
  name: 'rescue-admin',
  summary: 'Lets an administrator in who lost the password or the second factor, or is disabled or locked out.',
  positionals: [],
  options: {
    email: { type: 'string', help: 'The address with which the administrator signs in.' },
    tenant: ONE_TENANT_OPTION,
    'reset-password': { type: 'boolean', help: 'Set another password, and end all sessions.' },
    'password-stdin': PASSWORD_OPTION,
    'reset-second-factor': { type: 'boolean', help: 'Remove the second factor, and end all sessions.' },
    enable: { type: 'boolean', help: 'Enable the user, if disabled.' },
  },
  help:
    'Clears the failed sign-ins of the account in any case, and does what else is asked for. The owner is mailed as ' +
    'ever, and the\naudit log has a record of the system. A password that was made is printed this once: change it ' +
    'after the sign-in. The exit\ncode is 1, and nothing is changed, if nobody with a role has the address.',
  async run(app, { options }) {
    const email = emailOf(options.email);
    const isReset = options['reset-password'] === true;
    const isGiven = options['password-stdin'] === true;
    if (isGiven && !isReset) throw new UsageError('--password-stdin goes with --reset-password');
    const given = isGiven ? await passwordFrom(process.stdin) : null;
    const tenant = await tenantOf(app, options.tenant);
    const rescued = await app.get(AdministratorRescueService).rescue(tenant.id, email, {
      password: isReset ? given : undefined,
      secondFactor: options['reset-second-factor'],
      enable: options.enable,
    });
    if (!rescued) {
      const message = `No administrator of the tenant ${tenant.code} has this address`;
      return { output: { error: { code: 'NO_SUCH_ADMINISTRATOR', message } }, isGood: false };
    }
    const { id, status, roles, password, isSecondFactorRemoved, isEnabled } = rescued;
    const output = {
      user: { id, email, tenant: tenant.code, status, roles },
      sign_in_throttle: 'cleared',
      password_reset: isReset,
      second_factor_removed: isSecondFactorRemoved,
      enabled: isEnabled,
      ...(isReset && !isGiven ? { password } : {}),
    };
    return { output, isGood: true };
  },
});
