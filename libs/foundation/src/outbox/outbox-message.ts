/** A message as its handlers get it. They may get it more than once: at least once is what the relay promises. */
export interface OutboxMessage {
  readonly id: string;
  readonly type: string;
  readonly tenantId: string;
  readonly appId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  /** 1 at the first delivery. */
  readonly attempt: number;
}

/** A message as the relay knows it. */
export interface LanedMessage extends OutboxMessage {
  readonly lane: string;
  /** How many tries in a row ended with their process. */
  readonly lost: number;
}

/** Does what has to follow an event. Must not mind seeing the same message again. */
export interface OutboxHandler {
  handle(message: OutboxMessage): Promise<void>;

  /** Seconds until the next attempt, null to give up. Without it: eight attempts over about twenty minutes. */
  retryDelaySeconds?(attempt: number): number | null;
}

export const MAX_ATTEMPTS = 8;

/** 5, 15, 30, 60 seconds and then doubling, each with up to a fifth of jitter so that failures do not march in step. */
export function backoffSeconds(attempt: number): number {
  const base = [5, 15, 30, 60][attempt - 1] ?? 60 * 2 ** (attempt - 4);
  return base * (1 + Math.random() * 0.2);
}

export function defaultRetryDelaySeconds(attempt: number): number | null {
  return attempt < MAX_ATTEMPTS ? backoffSeconds(attempt) : null;
}
