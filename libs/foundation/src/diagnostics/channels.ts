import { channel, type Channel } from 'node:diagnostics_channel';

/**
 * Where a process tells what it does, to metrics and traces if they are switched on: through `diagnostics_channel` of
 * Node. A channel to which nobody listens costs one look at whether somebody does.
 */
interface Watched<Outcome> {
  /** Called once each, when it is over. */
  readonly endings: ((outcome: Outcome) => void)[];
}

export interface RequestOutcome {
  readonly requestId: string;
  /** The pattern, such as `/api/v1/me`; null if there is no such route. */
  readonly route: string | null;
  /** 499 if the client did not wait for the answer. */
  readonly status: number;
  readonly seconds: number;
  readonly tenantId: string | undefined;
  readonly appId: string | undefined;
}

/** A request to the api. Stores that are bound to its channel hold for everything that it does. */
export interface WatchedRequest extends Watched<RequestOutcome> {
  readonly method: string;
  /** W3C Trace Context. */
  readonly traceparent: string | undefined;
}

export type MessageOutcome = 'completed' | 'postponed' | 'given_up';

/** A message of the outbox while it is handled. */
export interface WatchedMessage extends Watched<MessageOutcome> {
  readonly queue: string;
  readonly type: string;
  readonly tenantId: string;
  readonly attempt: number;
  /** The span in which it was added. W3C Trace Context; null if that was not recorded. */
  readonly traceparent: string | null;
}

/** Asks for the span under way, for what is to be done later. */
export interface AskedOrigin {
  traceparent: string | null;
}

/** A statement on its way to the database, with placeholders for all values. */
export interface WatchedStatement extends Watched<void> {
  readonly text: string;
}

/** Reports of devices that were accepted and not kept. */
export interface DroppedReports {
  /** Whose was used up. */
  readonly budget: 'installation' | 'network';
  readonly reports: number;
}

type ChannelOf<Context> = Channel<unknown, Context>;

export const REQUESTS = channel('appkernel:request') as ChannelOf<WatchedRequest>;
export const MESSAGES = channel('appkernel:message') as ChannelOf<WatchedMessage>;
export const STATEMENTS = channel('appkernel:statement') as ChannelOf<WatchedStatement>;
export const DROPPED_REPORTS = channel('appkernel:dropped-reports') as ChannelOf<DroppedReports>;
export const ORIGINS = channel('appkernel:origin') as ChannelOf<AskedOrigin>;

/** The span under way, as W3C Trace Context; null if none is recorded, such as where no traces are sent. */
export function originUnderWay(): string | null {
  if (!ORIGINS.hasSubscribers) return null;
  const asked: AskedOrigin = { traceparent: null };
  ORIGINS.publish(asked);
  return asked.traceparent;
}

/** Tells how it ended. */
export function endWatched<Outcome>({ endings }: Watched<Outcome>, outcome: Outcome): void {
  for (const ended of endings) ended(outcome);
}
