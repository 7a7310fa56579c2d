import type { Step, Turn } from './turn';

/** A message as its handlers receive it, at least once. */
export interface OutboxMessage {
  readonly id: string;
  readonly type: string;
  readonly tenantId: string;
  readonly appId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  /** 1 for the first delivery, and for the first after an administrator's retry. */
  readonly attempt: number;
  /** The number of consecutive hangs of the lane before this delivery. */
  readonly hangs?: number;
}

/** A message as the relay knows it. */
export interface LanedMessage extends OutboxMessage {
  readonly lane: string;
  readonly hangs: number;
  /** All attempts ever begun, never reset: identifies the attempt that may settle the message. */
  readonly attempts: number;
  /** The number of consecutive attempts that ended with their process. */
  readonly lost: number;
  /** W3C Trace Context of the span that added it; null if that was not recorded. */
  readonly traceparent: string | null;
}

/** Handles messages. Must be idempotent. */
export interface OutboxHandler {
  /** @param turn bounds work of many steps. */
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

/** A retry schedule without end. */
export function persistently(mostSeconds: number): (attempt: number) => number {
  return (attempt) => Math.min(backoffSeconds(attempt), mostSeconds);
}

export function defaultRetryDelaySeconds(attempt: number): number | null {
  return attempt < MAX_ATTEMPTS ? backoffSeconds(attempt) : null;
}
