/** What an administrator's request did to one resource. */
export interface AuditedChange {
  /** Singular and in snake_case, such as `app` or `legal_document`. */
  readonly resourceType: string;
  /** Null where one request changes several resources. */
  readonly resourceId: string | null;
  readonly appId?: string | null;
  /** As administrators see it, with the keys of the wire; null if it did not exist. Unchanged fields are left out. */
  readonly before: object | null;
  /** The resource afterwards; null if it no longer exists. */
  readonly after: object | null;
  /** Whether it gets a record of its own where one request changes several resources. */
  readonly isOwnRecord?: boolean | undefined;
}

/**
 * The record of what administrators do. A use case reports its change inside its transaction; who asked for it, and
 * how, is known from the current request. One request leaves one record, and one for each change that asks for its own.
 */
export abstract class AuditTrail {
  /** The record is written with the current transaction, or not at all. Outside a request nothing is recorded. */
  abstract record(change: AuditedChange): void;
}

/** A job that the service performs without a request. */
export interface SystemJob {
  readonly tenantId: string;
  /** The permission that an administrator would need for it. */
  readonly action: string;
  /** Recorded in place of the route. */
  readonly name: string;
  /** Identifies what triggered the job, as a request id does. */
  readonly id: string;
}

/** The audit record of a job that no request triggered. */
export abstract class SystemAudit {
  /**
   * Runs a job of the service. Changes that a transaction in it reports to the `AuditTrail` are recorded with that
   * transaction, with the system as the actor. A job that reports no change, or fails, leaves no record.
   */
  abstract perform<T>(job: SystemJob, work: () => Promise<T>): Promise<T>;
}
