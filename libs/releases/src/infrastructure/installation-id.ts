import { createHash } from 'node:crypto';

const UUID_HEX_DIGITS = 32;

/**
 * Identifies an installation of an App without its key, which is personal: its reports are kept when the account that
 * used it is erased. A key has 122 random bits, so it cannot be found by trial. @param deviceKey a uuid in lower case.
 */
export function installationId(appId: string, deviceKey: string): string {
  return createHash('sha256').update(`${appId}:${deviceKey}`).digest('hex').slice(0, UUID_HEX_DIGITS);
}
