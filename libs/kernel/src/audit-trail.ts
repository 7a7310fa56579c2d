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
