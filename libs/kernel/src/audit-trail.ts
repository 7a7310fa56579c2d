/** What an administrator's request did to one resource. */
export interface AuditedChange {
  /** Singular and in snake_case, such as `app` or `legal_document`. */
  readonly resourceType: string;
  /** Null where one request acts on several. */
  readonly resourceId: string | null;
  readonly appId?: string | null;
  /** As administrators see it, with the keys of the wire; null where it was not there. Unchanged fields are left out. */
  readonly before: object | null;
  /** The same afterwards; null where it is not there any more. */
  readonly after: object | null;
}

/**
 * The record of what administrators do. A use case tells of its change inside its transaction; who asked for it, and
 * how, is known from the request under way. One request leaves one record.
 */
export abstract class AuditTrail {
  /** The record is written with the transaction under way, or not at all. Outside of a request nothing is recorded. */
  abstract record(change: AuditedChange): void;
}

/** Something that the service does by itself. */
export interface SystemJob {
  readonly tenantId: string;
  /** The permission that an administrator would need for it. */
  readonly action: string;
  /** Stands in the record for the route. */
  readonly name: string;
  /** Names what made the service act, as a request id does. */
  readonly id: string;
}

/** The same record for what nobody asked for. */
export abstract class SystemAudit {
  /**
   * Runs what the service does by itself. What a transaction in it tells the `AuditTrail` is recorded with that
   * transaction, the system being the actor. What tells of no change, or fails, leaves no record. Not within a
   * transaction.
   */
  abstract perform<T>(job: SystemJob, work: () => Promise<T>): Promise<T>;
}
