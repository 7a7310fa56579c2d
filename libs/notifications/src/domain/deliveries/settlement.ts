/** What becomes of a delivery. */
export type Settlement = SettledFor & SettledDelivery;

interface SettledDelivery {
  readonly id: string;
  /** As it was read: if it is another by now, somebody else has taken the delivery. */
  readonly attempts: number;
  readonly createdAt: Date;
}

type SettledFor =
  | { readonly status: 'sent'; readonly providerId: string | null }
  | { readonly status: 'ignored' }
  | { readonly status: 'failed' | 'dropped'; readonly reason: string }
  | {
      readonly status: 'pending';
      /** How many tries were begun, this one included or not. */
      readonly triesSoFar: number;
      /** At the end of quiet hours, or after a while. */
      readonly available: { readonly at: Date } | { readonly inSeconds: number };
      readonly reason: string | null;
    };

/** By what a settlement finds its delivery. */
export function namedBy({ id, attempts, createdAt }: SettledDelivery): SettledDelivery {
  return { id, attempts, createdAt };
}

const MAX_REASON_LENGTH = 200;
/** Looked for from where a word begins: from each of its characters, a word without end would take as long as its square. */
const ADDRESS = /(?<![^\s<>@"'])[^\s<>@"']+@[^\s<>@"']+/g;

/**
 * What a provider said, without what must not be kept: the token or address that it may repeat.
 *
 * @param target the token or address of the delivery.
 */
export function keptText(text: string, target: string): string {
  return text
    .replaceAll(target, '[target]')
    .replaceAll(encodeURIComponent(target), '[target]')
    .replaceAll(ADDRESS, '[address]')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .slice(0, MAX_REASON_LENGTH)
    .toWellFormed();
}
