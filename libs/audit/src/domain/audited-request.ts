import type { FieldChange } from './field-changes';
import type { OmittedChanges } from './recorded-changes';

export type ActorType = 'user' | 'api_client' | 'system';

export const AUDIT_OUTCOMES = ['success', 'denied', 'failure'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

export interface AuditActor {
  readonly type: ActorType;
  /** UUID, if the actor has one. */
  readonly id: string | null;
  readonly display: string;
}

/** The actor, the action and the origin of a request, known before it is carried out. */
export interface AuditedRequest {
  /** The tenant whose log receives the record. */
  readonly tenantId: string;
  readonly actor: AuditActor;
  /** The permission that the route requires. */
  readonly action: string;
  readonly method: string;
  /** The pattern, such as `/admin-api/v1/apps/{app_id}`. */
  readonly route: string;
  /** The App in the path; ignored if it is not a UUID. */
  readonly appId: string | null;
  /** The id in the path, used if the change does not name its resource. */
  readonly resourceId: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly requestId: string;
  /** Why, in the words of whoever asks; null if nothing was said. Only the record of a change keeps it. */
  readonly reason: string | null;
  /** False if a GET leaves no record unless its use case reports one. */
  readonly recordReads?: boolean;
  /** True for a request of another method that changes nothing, as a GET does not. */
  readonly changesNothing?: boolean;
}

/** The outcome of the request. */
export interface AuditedResult {
  readonly outcome: AuditOutcome;
  readonly resourceType: string | null;
  readonly resourceId: string | null;
  readonly appId: string | null;
  readonly changes: readonly FieldChange[];
  readonly changesOmitted?: OmittedChanges | null;
}
