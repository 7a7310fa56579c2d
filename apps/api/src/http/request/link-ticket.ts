import type { LinkTicket } from '@libs/foundation';
import type { Query } from './query';

const EXPIRES = /^[1-9]\d{0,11}$/;
/** 32 bytes in base64url. */
const SIGNATURE = /^[\w-]{43}$/;

/** The ticket in the query of a signed link; null if the query is malformed. */
export function ticketOf({ expires, signature }: Query): LinkTicket | null {
  if (typeof expires !== 'string' || typeof signature !== 'string') return null;
  return EXPIRES.test(expires) && SIGNATURE.test(signature) ? { expires: Number(expires), signature } : null;
}
