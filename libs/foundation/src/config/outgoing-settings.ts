import type { z } from 'zod';
import { isAddressOrNetwork } from './allowed-addresses';
import { exposingEntries } from './inside-networks';
import { list } from './values';

/** The variables about requests to addresses that administrators name. */
export const OUTGOING_VARIABLES = {
  OUTGOING_ALLOWED_ADDRESSES: list(isAddressOrNetwork, 'must be addresses and CIDRs separated by commas'),
  WEBHOOK_ALLOWED_CIDRS: list(isAddressOrNetwork, 'must be addresses and CIDRs separated by commas'),
};

type OutgoingEnvironment = z.infer<z.ZodObject<typeof OUTGOING_VARIABLES>>;

export type OutgoingSettings = ReturnType<typeof outgoingSettings>;

/** In production, addresses named by administrators must be public; webhooks may also reach the listed intranet. */
export function outgoingProblems(values: Readonly<Record<string, string>>): string[] {
  if (values['NODE_ENV'] !== 'production') return [];
  const problems: string[] = [];
  if (values['OUTGOING_ALLOWED_ADDRESSES']) {
    problems.push('OUTGOING_ALLOWED_ADDRESSES is for tests and development, and must not be set in production');
  }
  if (exposingEntries(values['WEBHOOK_ALLOWED_CIDRS'] ?? '').length > 0) {
    problems.push(
      'WEBHOOK_ALLOWED_CIDRS must not contain loopback, link-local or metadata addresses in production, nor networks larger than /8 or, of IPv6, /32',
    );
  }
  return problems;
}

export function outgoingSettings(env: OutgoingEnvironment, production: boolean) {
  const allowedAddresses = env.OUTGOING_ALLOWED_ADDRESSES;
  return {
    allowedAddresses,
    webhookAddresses: [...allowedAddresses, ...env.WEBHOOK_ALLOWED_CIDRS],
    allowsHttp: !production,
  };
}
