/** How many messages of a lane one process works on at once. */
export interface LanePlaces {
  readonly places: number;
  /** Of a family of lanes, such as one for each endpoint: how many of all of them together. */
  readonly together?: number;
}

/**
 * The lanes of the outbox. What hangs in one of them takes its places and nobody else's, so each outside system has its
 * own; codes, for which somebody waits at a screen, have theirs beside other messages to the same provider. Those at the
 * top are handed out first.
 *
 * Work of the lower half may keep a connection of the database for long, that of the upper one does not: together with
 * the sweeps it must leave some of `DATABASE_POOL_SIZE`.
 */
export const LANES = {
  /** Looks at the account behind a request and decides which code goes where. */
  'codes.requests': { places: 8 },
  'codes.mail': { places: 8 },
  'codes.sms': { places: 8 },
  mail: { places: 4 },
  sms: { places: 4 },
  scanner: { places: 2 },
  storage: { places: 2 },
  exports: { places: 2 },
  default: { places: 4 },
} as const satisfies Readonly<Record<string, LanePlaces>>;

type Family = keyof typeof LANES;

/** A lane, or one of a family: `<family>:<key>` has places of its own. */
export type Lane = Family | `${Family}:${string}`;

export const DEFAULT_LANE: Lane = 'default';

/** The part before the colon. */
export function familyOf(lane: string): string {
  return lane.split(':', 1)[0] ?? lane;
}

/** One tenant leaves a quarter of a lane to the others, and one place at least where there is more than one. */
export function shareOfTenant(places: number): number {
  return Math.max(1, Math.min(places - 1, Math.ceil(places * 0.75)));
}
