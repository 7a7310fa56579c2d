import type { FieldChange } from './field-changes';

export type ActorType = 'user' | 'api_client' | 'system';

export const AUDIT_OUTCOMES = ['success', 'denied', 'failure'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

export interface AuditActor {
  readonly type: ActorType;
  /** UUID, where the actor has one. */
  readonly id: string | null;
  readonly display: string;
}

/** Who asks for what, and how: known before anything is done. */
export interface AuditedRequest {
  /** The tenant in whose log the record stands. */
  readonly tenantId: string;
  readonly actor: AuditActor;
  /** The permission that the route asks for. */
  readonly action: string;
  readonly method: string;
  /** The pattern, such as `/admin-api/v1/apps/{app_id}`. */
  readonly route: string;
  /** Of the path; ignored when it is no UUID. */
  readonly appId: string | null;
  /** Of the path. Stands where the change does not tell what it acted on. */
  readonly resourceId: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly requestId: string;
  /** False where a GET shall leave no record unless its use case tells of one. */
  readonly recordReads?: boolean;
}

/** What became of the request. */
export interface AuditedResult {
  readonly outcome: AuditOutcome;
  readonly resourceType: string | null;
  readonly resourceId: string | null;
  readonly appId: string | null;
  readonly changes: readonly FieldChange[];
}
