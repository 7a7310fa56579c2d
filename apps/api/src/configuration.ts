import { type Config, loadConfig } from '@libs/foundation';

/** The variable, or that of a file which has its value. */
const PASSWORD = 'BOOTSTRAP_ADMIN_PASSWORD';

/**
 * The configuration of the process. What knows common passwords is loaded only where a password is configured: it is
 * two fifths of what a start would load before it can be refused.
 *
 * @param settings what holds whatever the environment says.
 * @throws ConfigurationError
 */
export async function readConfiguration(settings: Readonly<Record<string, string>> = {}): Promise<Config> {
  const environment = { ...process.env, ...settings };
  if (!Object.keys(environment).some((name) => name.startsWith(PASSWORD))) return loadConfig(environment);
  const { isCommonPassword } = await import('@libs/iam');
  return loadConfig(environment, { isCommonPassword });
}
