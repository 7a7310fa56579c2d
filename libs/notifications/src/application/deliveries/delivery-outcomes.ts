import { backoffSeconds } from '@libs/foundation';
import { MAX_TRIES, type SendableDelivery } from '../../domain/deliveries/due-delivery';
import { NO_TIME } from '../../infrastructure/push/common/push-attempts';
import { keptText, namedBy, type Settlement } from '../../domain/deliveries/settlement';
import type { PushOutcome } from '../../domain/push/push-provider';

/** What became of one that was to be sent: perhaps its turn did not come. */
export type SendOutcome = PushOutcome | { readonly kind: 'unsent' };

/** So many in a row that are put off: the provider has trouble, and gets no more for a while. */
const IN_TROUBLE = 3;
/** So many complaints after the last push that was accepted are not about single devices. */
const ANY_MORE = 3;
const REST_SECONDS = 10;
const MAX_REST_SECONDS = 600;
const MAX_AFTER_SECONDS = 24 * 60 * 60;
/** For one that the provider takes amiss by itself: others are tried first. */
const LAST_SECONDS = 300;

/** Asked after each chunk. @returns for how long to send nothing; 0 if it can go on. */
export function restOf(outcomes: readonly SendOutcome[]): number {
  const last = outcomes.slice(-IN_TROUBLE);
  const waits = last.flatMap((one) => (one.kind === 'retry' ? [one.afterSeconds ?? REST_SECONDS] : []));
  if (waits.length === 0 || waits.length < last.length) return 0;
  return Math.min(Math.max(...waits, 1), MAX_REST_SECONDS);
}

/** Whether whatever was tried got no answer at all. */
export function hasHung(outcomes: readonly SendOutcome[]): boolean {
  const tried = outcomes.filter((one) => one.kind !== 'unsent' && one !== NO_TIME);
  return tried.length > 0 && tried.every((one) => one.kind === 'retry' && / in time$/.test(one.reason));
}

export function isAccepted({ kind }: SendOutcome): boolean {
  return kind === 'sent' || kind === 'ignored';
}

/**
 * Whether the provider refuses the configuration, and not merely some devices, whose tokens may be of another project:
 * nothing is accepted, or nothing any more.
 */
export function refusesConfiguration(outcomes: readonly SendOutcome[]): boolean {
  const since = outcomes.slice(outcomes.findLastIndex(isAccepted) + 1);
  const complaints = since.filter(({ kind }) => kind === 'configuration').length;
  return complaints >= (outcomes.some(isAccepted) ? ANY_MORE : 1);
}

export interface OutcomeContext {
  /** Whether nothing more is to be sent: what was refused for the configuration waits, and burns no try. */
  readonly isPaused: boolean;
  /** Devices that have lost the token that was refused. */
  readonly forgotten: ReadonlySet<string>;
}

/** What the outcome of a try means for the delivery. */
export function settlementOf(
  delivery: SendableDelivery,
  outcome: SendOutcome,
  { isPaused, forgotten }: OutcomeContext = { isPaused: false, forgotten: new Set() },
): Settlement {
  const { target } = delivery;
  const named = namedBy(delivery);
  const reason = 'reason' in outcome ? keptText(outcome.reason, target) : '';
  switch (outcome.kind) {
    case 'sent':
      return {
        ...named,
        status: 'sent',
        providerId: outcome.providerId === null ? null : keptText(outcome.providerId, target),
      };
    case 'ignored':
      return { ...named, status: 'ignored' };
    case 'message_defect':
      return { ...named, status: 'failed', reason };
    case 'retry':
      return again(delivery, reason, outcome.afterSeconds);
    case 'configuration':
      return isPaused ? waiting(delivery, LAST_SECONDS, reason) : again(delivery, reason, LAST_SECONDS);
    case 'drop_token':
      if (isPaused) return waiting(delivery, LAST_SECONDS, reason);
      if (forgotten.has(delivery.deviceId ?? '')) return { ...named, status: 'failed', reason };
      // The device has registered anew since the token ended.
      return again(delivery, reason, null);
    case 'unsent':
      return waiting(delivery, 0, null);
  }
}

function again(delivery: SendableDelivery, reason: string, afterSeconds: number | null): Settlement {
  const named = namedBy(delivery);
  const { attempts } = named;
  if (attempts >= MAX_TRIES) return { ...named, status: 'failed', reason };
  const inSeconds = Math.min(Math.max(afterSeconds ?? backoffSeconds(attempts), 1), MAX_AFTER_SECONDS);
  return { ...named, status: 'pending', triesSoFar: attempts, available: { inSeconds }, reason };
}

function waiting(delivery: SendableDelivery, inSeconds: number, reason: string | null): Settlement {
  const named = namedBy(delivery);
  return { ...named, status: 'pending', triesSoFar: named.attempts - 1, available: { inSeconds }, reason };
}
