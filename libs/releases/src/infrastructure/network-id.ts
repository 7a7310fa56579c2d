import type { Secrets } from '@libs/foundation';

const UUID_HEX_DIGITS = 32;

/**
 * Identifies a network, or a block of networks, to an App without revealing it: there are so few networks that an unkeyed hash could be reversed
 * by trial. A new key gives the networks new ids.
 */
export function networkId(secrets: Secrets, appId: string, network: string): string {
  return secrets.hmac('network', [appId, network]).toString('hex').slice(0, UUID_HEX_DIGITS);
}
