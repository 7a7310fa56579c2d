import type { Secrets } from '@libs/foundation';

const UUID_HEX_DIGITS = 32;

/**
 * Names a network to an App without telling which it is: there are so few networks that without a key somebody would
 * find them by trying. With a new key the networks get new names.
 */
export function networkId(secrets: Secrets, appId: string, network: string): string {
  return secrets.hmac('network', [appId, network]).toString('hex').slice(0, UUID_HEX_DIGITS);
}
