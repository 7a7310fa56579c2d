/** The number of messages of a lane that a process handles at once. */
export interface LanePlaces {
  readonly places: number;
  /** For a family of lanes, such as one for each endpoint: the number in all of them together. */
  readonly together?: number;
  readonly slow?: SlowPlaces;
}

/** Separate places of a family for lanes that hang, so that they take none from others. */
export interface SlowPlaces {
  /** The places for lanes that hung the last time, at most one each. */
  readonly together: number;
  /** A message that takes longer moves to a slow place, and its lane stays occupied. */
  readonly afterMs: number;
  /** The maximum number of such messages; further ones keep their places. */
  readonly most: number;
}

/**
 * The lanes of the outbox, in order of precedence. A handler that hangs occupies places of its own lane only, so each
 * external system has one; codes, for which someone waits at a screen, have lanes of their own.
 *
 * Handlers of the lower half may hold a database connection for long, those of the upper half do not: together with the
 * sweeps they must leave a part of `DATABASE_POOL_SIZE` free.
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
  /** One for each endpoint. Many places: an endpoint mostly answers at once, and waiting costs a socket only. */
  webhooks: { places: 2, together: 120, slow: { together: 20, afterMs: 400, most: 1_000 } },
  /** One for each App, whose bulk mail delays no other. */
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

/** The name of the slow places of a family, which no lane has. */
export function slowPlacesOf(family: string): string {
  return `${family}?`;
}

/** The part before the colon. */
export function familyOf(lane: string): string {
  return lane.split(':', 1)[0] ?? lane;
}

/** The places of a lane or a family that one tenant may take: three quarters, and at most all but one. */
export function shareOfTenant(places: number): number {
  return Math.max(1, Math.min(places - 1, Math.ceil(places * 0.75)));
}
