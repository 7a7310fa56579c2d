import type { Step, Turn } from './turn';

/** A message as its handlers receive it. Delivery is at least once, so they may receive it again. */
export interface OutboxMessage {
  readonly id: string;
  readonly type: string;
  readonly tenantId: string;
  readonly appId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  /** 1 for the first delivery, and for the first after an administrator had it tried anew. */
  readonly attempt: number;
  /** How often in a row what is behind the message's lane hung before. */
  readonly hangs?: number;
}

/** A message as the relay knows it. */
export interface LanedMessage extends OutboxMessage {
  readonly lane: string;
  readonly hangs: number;
  /** All attempts ever begun. Never set back: names the one that may settle the message. */
  readonly attempts: number;
  /** How many attempts in a row ended with their process. */
  readonly lost: number;
  /** The span in which it was added, if that was recorded. */
  readonly traceparent: string | null;
}

/** Does what has to follow an event. Must tolerate receiving the same message again. */
export interface OutboxHandler {
  /** @param turn for what takes many steps. */
  handle(message: OutboxMessage, turn: Turn): Promise<Step | void>;

  /** Seconds until the next attempt; null gives up. By default eight attempts are made over about twenty minutes. */
  retryDelaySeconds?(attempt: number): number | null;
}

export const MAX_ATTEMPTS = 8;

/** 5, 15, 30 and 60 seconds, then doubling, each with up to a fifth of jitter so that failed messages spread out. */
export function backoffSeconds(attempt: number): number {
  const base = [5, 15, 30, 60][attempt - 1] ?? 60 * 2 ** (attempt - 4);
  return base * (1 + Math.random() * 0.2);
}

/** For what is never given up. */
export function persistently(mostSeconds: number): (attempt: number) => number {
  return (attempt) => Math.min(backoffSeconds(attempt), mostSeconds);
}

export function defaultRetryDelaySeconds(attempt: number): number | null {
  return attempt < MAX_ATTEMPTS ? backoffSeconds(attempt) : null;
}
