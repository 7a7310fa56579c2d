/** A write that was asked for, with what must be found of it later. */
export interface Entry {
  /** By which it is found: a code, a title, an id. */
  readonly key: string;
  /** Whether the api said that it is done. If not, it may have happened, or not, and not twice. */
  readonly isAcknowledged: boolean;
}

/** One publication to all members, or to a few by other ways, too. */
export interface Publication {
  readonly id: string;
  readonly title: string;
  /** How many get it. */
  readonly recipients: number;
  readonly channels: readonly string[];
  isAcknowledged: boolean;
}

/** A create or a publication whose outcome is unknown: a client repeats it under the same `Idempotency-Key`. */
export interface Repeat {
  readonly what: string;
  again(): Promise<boolean>;
}

/** What the load has written since it began. */
export class Ledger {
  readonly roles: Entry[] = [];
  readonly notices: Entry[] = [];
  readonly renames: Entry[] = [];
  readonly registrations: Entry[] = [];
  readonly publications: Publication[] = [];
  /** Ids of sessions. */
  readonly sessions: Entry[] = [];
  readonly revoked: Entry[] = [];
  /** User and publication. */
  readonly reads: { readonly userId: string; readonly publication: string }[] = [];
  /** What the preferences of a member say, by what was acknowledged last, and what may have come after it. */
  readonly preferences = new Map<string, { acknowledged: string | null; unknown: string | null }>();
  readonly repeats: Repeat[] = [];
  /** What must never happen, as it was seen while it did. */
  readonly violations: string[] = [];
}
