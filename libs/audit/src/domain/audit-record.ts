import { createHash, type Hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { isUuid } from '@libs/kernel';
import type { AuditActor, AuditedRequest, AuditedResult, AuditOutcome } from './audited-request';
import type { FieldChange } from './field-changes';
import { clipped } from './plain-text';
import type { OmittedChanges } from './recorded-changes';
import { atOnce, type Steps } from './slices';

/** The content of a record. The keys are those of the wire, so that anyone can compute the hash from an answer. */
export interface AuditEntry {
  readonly tenant_id: string;
  readonly actor: AuditActor;
  readonly action: string;
  readonly method: string;
  readonly route: string;
  readonly resource_type: string | null;
  readonly resource_id: string | null;
  readonly app_id: string | null;
  readonly changes: readonly FieldChange[];
  /** Digest of the changes that exceed the size limit of a record. */
  readonly changes_omitted: OmittedChanges | null;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly request_id: string;
  /** Why it was done, in the words of the actor. */
  readonly reason: string | null;
  readonly outcome: AuditOutcome;
}

/** An entry with its position in the tenant's chain. */
export interface AuditContent extends AuditEntry {
  readonly id: string;
  /** 1, 2, 3 … in each tenant, without gaps. */
  readonly seq: number;
  /** ISO 8601 UTC with milliseconds, by the database's clock. */
  readonly occurred_at: string;
  /** The hash of the previous record; 64 zeros for the first. */
  readonly prev_hash: string;
}

export interface AuditRecord extends AuditContent {
  readonly hash: string;
}

/** The `prev_hash` of the first record. */
export const GENESIS_HASH = '0'.repeat(64);

export function entryOf(request: AuditedRequest, result: AuditedResult): AuditEntry {
  const { actor } = request;
  return {
    tenant_id: request.tenantId.toLowerCase(),
    actor: { type: actor.type, id: uuidOrNull(actor.id), display: clipped(actor.display, 200) },
    action: clipped(request.action, 100),
    method: clipped(request.method, 20),
    route: clipped(request.route, 300),
    resource_type: clippedOrNull(result.resourceType, 100),
    resource_id: clippedOrNull(result.resourceId, 200),
    app_id: uuidOrNull(result.appId),
    changes: result.changes,
    changes_omitted: result.changesOmitted ?? null,
    ip: clippedOrNull(request.ip, 64),
    user_agent: clippedOrNull(request.userAgent, 512),
    request_id: clipped(request.requestId, 128),
    // Where nothing was changed there is no resource by which a person's erasure would find it. Its 500 characters may
    // have two units each.
    reason: result.resourceType === null ? null : clippedOrNull(request.reason, 1_000),
    outcome: result.outcome,
  };
}

/**
 * SHA-256, in lower-case hex, of the canonical JSON (RFC 8785) of everything but the hash itself; of `changes_omitted`
 * and `reason` only where they are not null, so that records from before they existed keep their hash.
 */
export function recordHash(content: AuditContent): string {
  return atOnce(recordHashing(content));
}

/** `recordHash` in steps, a change at a time. */
export function* recordHashing(content: AuditContent): Steps<string> {
  const { type, id, display } = content.actor;
  const hash = createHash('sha256');
  // The keys stand in canonical order: these come before `changes`, …
  const first = { action: content.action, actor: { type, id, display }, app_id: content.app_id };
  hash.update(`${json(first).slice(0, -1)},"changes":`);
  yield* hashList(hash, content.changes);
  // … and these after it.
  const last = {
    ...(content.changes_omitted && { changes_omitted: content.changes_omitted }),
    id: content.id,
    tenant_id: content.tenant_id,
    seq: content.seq,
    occurred_at: content.occurred_at,
    method: content.method,
    route: content.route,
    resource_type: content.resource_type,
    resource_id: content.resource_id,
    ip: content.ip,
    user_agent: content.user_agent,
    request_id: content.request_id,
    ...(content.reason !== null && { reason: content.reason }),
    outcome: content.outcome,
    prev_hash: content.prev_hash,
  };
  return hash.update(`,${json(last).slice(1)}`).digest('hex');
}

/** @param list stored as a JSON list. */
function* hashList(hash: Hash, list: unknown): Steps<void> {
  if (!Array.isArray(list)) {
    hash.update(json(list));
    return;
  }
  hash.update('[');
  for (const [place, item] of list.entries()) {
    const text = json(item);
    hash.update(place === 0 ? text : `,${text}`);
    yield text.length;
  }
  hash.update(']');
}

function json(value: unknown): string {
  return canonicalize(value) ?? '';
}

function uuidOrNull(id: string | null): string | null {
  return isUuid(id) ? id.toLowerCase() : null;
}

function clippedOrNull(text: string | null, maxLength: number): string | null {
  return text === null ? null : clipped(text, maxLength);
}
