/** How many messages of a lane one process handles at once. */
export interface LanePlaces {
  readonly places: number;
  /** For a family of lanes, such as one for each endpoint: how many in all of them together. */
  readonly together?: number;
  readonly slow?: SlowPlaces;
}

/** Places of a family that what hangs has apart, so that it takes none from what does not. */
export interface SlowPlaces {
  /** For lanes behind which something hung the last time, one each. */
  readonly together: number;
  /** A message that takes longer gives its place in the family back, and keeps its lane: it may hang. */
  readonly afterMs: number;
  /** So many are waited for in this way; further ones keep their places. */
  readonly most: number;
}

/**
 * The lanes of the outbox. A handler that hangs takes places of its own lane only, so each outside system has one;
 * codes, for which someone waits at a screen, have lanes apart from other messages to the same provider. Messages of
 * the first lanes are handed out first.
 *
 * Handlers of the lower half may hold a database connection for long, those of the upper half do not: together with the
 * sweeps they must leave some of `DATABASE_POOL_SIZE`.
 */
export const LANES = {
  /** Looks up the account behind a request and decides where the code goes. */
  'codes.requests': { places: 8 },
  'codes.mail': { places: 8 },
  'codes.sms': { places: 8 },
  mail: { places: 4 },
  sms: { places: 4 },
  scanner: { places: 2 },
  storage: { places: 2 },
  /** One for each App and provider of pushes. */
  push: { places: 2, together: 12, slow: { together: 4, afterMs: 12_000, most: 24 } },
  /** One for each endpoint. One that answers does so at once: what is only waited for costs a socket, and no connection. */
  webhooks: { places: 2, together: 120, slow: { together: 20, afterMs: 400, most: 1_000 } },
  /** One for each App: what is mailed to many at once waits behind nothing but itself. */
  'notifications.mail': { places: 1, together: 3 },
  exports: { places: 2 },
  /** Writes publications into inboxes. */
  'notifications.fan_out': { places: 2 },
  default: { places: 4 },
} as const satisfies Readonly<Record<string, LanePlaces>>;

type Family = keyof typeof LANES;

/** A lane, or one of a family: `<family>:<key>` has places of its own. */
export type Lane = Family | `${Family}:${string}`;

export const DEFAULT_LANE: Lane = 'default';

/** The name under which the places of a family's slow lanes are counted. No lane has it. */
export function slowPlacesOf(family: string): string {
  return `${family}?`;
}

/** The part before the colon. */
export function familyOf(lane: string): string {
  return lane.split(':', 1)[0] ?? lane;
}

/** One tenant leaves a quarter of a lane, or of a family of lanes, to the others, and at least one place where there are several. */
export function shareOfTenant(places: number): number {
  return Math.max(1, Math.min(places - 1, Math.ceil(places * 0.75)));
}
