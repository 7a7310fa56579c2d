import { channel, type Channel } from 'node:diagnostics_channel';

/**
 * Events for metrics and traces, published through `diagnostics_channel` of Node. A channel without subscribers costs one
 * check.
 */
interface Watched<Outcome> {
  /** Callbacks for the end, each called once. */
  readonly endings: ((outcome: Outcome) => void)[];
}

export interface RequestOutcome {
  readonly requestId: string;
  /** The route pattern, such as `/api/v1/me`; null for an unknown route. */
  readonly route: string | null;
  /** The HTTP status; 499 if the client disconnected first. */
  readonly status: number;
  readonly seconds: number;
  readonly tenantId: string | undefined;
  readonly appId: string | undefined;
}

/** A request to the api. Stores bound to its channel are current for the whole request. */
export interface WatchedRequest extends Watched<RequestOutcome> {
  readonly method: string;
  /** W3C Trace Context, as sent by the client. */
  readonly traceparent: string | undefined;
}

export type MessageOutcome = 'completed' | 'postponed' | 'given_up';

/** A message of the outbox that is being handled. */
export interface WatchedMessage extends Watched<MessageOutcome> {
  readonly queue: string;
  readonly type: string;
  readonly tenantId: string;
  readonly attempt: number;
  /** W3C Trace Context of the span that added it; null if that was not recorded. */
  readonly traceparent: string | null;
}

/** A request for the current span, which a subscriber fills in. */
export interface AskedOrigin {
  traceparent: string | null;
}

/** An SQL statement, with placeholders for all values. */
export interface WatchedStatement extends Watched<void> {
  readonly text: string;
}

/** Reports of devices that were accepted but not stored. */
export interface DroppedReports {
  /** The exhausted budget. */
  readonly budget: 'installation' | 'network';
  readonly reports: number;
}

/** A read that may be answered by the replica of the database. */
export interface ReplicaRead {
  /** Who answered it, or why the primary did. */
  readonly outcome: 'replica' | 'behind' | 'paused' | 'unmeasured' | 'unavailable';
}

type ChannelOf<Context> = Channel<unknown, Context>;

export const REQUESTS = channel('appkernel:request') as ChannelOf<WatchedRequest>;
export const MESSAGES = channel('appkernel:message') as ChannelOf<WatchedMessage>;
export const STATEMENTS = channel('appkernel:statement') as ChannelOf<WatchedStatement>;
export const DROPPED_REPORTS = channel('appkernel:dropped-reports') as ChannelOf<DroppedReports>;
export const REPLICA_READS = channel('appkernel:replica-read') as ChannelOf<ReplicaRead>;
export const ORIGINS = channel('appkernel:origin') as ChannelOf<AskedOrigin>;

/** The current span as W3C Trace Context; null if none is recorded. */
export function originUnderWay(): string | null {
  if (!ORIGINS.hasSubscribers) return null;
  const asked: AskedOrigin = { traceparent: null };
  ORIGINS.publish(asked);
  return asked.traceparent;
}

/** Calls all callbacks with the outcome. */
export function endWatched<Outcome>({ endings }: Watched<Outcome>, outcome: Outcome): void {
  for (const ended of endings) ended(outcome);
}
