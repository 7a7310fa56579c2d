import { type Config, loadConfig } from '@libs/foundation';

/** The prefix of the variable and of its `_FILE` form. */
const PASSWORD = 'BOOTSTRAP_ADMIN_PASSWORD';

/**
 * The configuration of the process. The list of common passwords is loaded only if a password is configured: it is two
 * fifths of what a start would load before it can be refused.
 *
 * @param settings override the environment, files included.
 * @throws ConfigurationError
 */
export async function readConfiguration(settings: Readonly<Record<string, string>> = {}): Promise<Config> {
  const files = Object.fromEntries(Object.keys(settings).map((name) => [`${name}_FILE`, undefined]));
  const environment = { ...process.env, ...files, ...settings };
  if (!Object.keys(environment).some((name) => name.startsWith(PASSWORD))) return loadConfig(environment);
  const { isCommonPassword } = await import('@libs/iam');
  return loadConfig(environment, { isCommonPassword });
}
