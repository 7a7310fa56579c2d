import type { AuditRecord } from './audit-record';

/** When a person is erased, a record's statements about the person are blanked; the person's id stays. */
export interface Redaction {
  readonly seq: number;
  readonly ofActor: boolean;
  /** The changes whose values are blanked. */
  readonly paths: readonly string[];
  /** Whether the digest of the changes that the record leaves out is blanked: values could be tried against it. */
  readonly ofOmitted: boolean;
  /** Whether the reason is blanked: of what was done to a person, it says something about the person. */
  readonly ofReason: boolean;
}

/** Replaces a value. Known to redact_audit_log in the database, too. */
const ERASED = '[erased]';

/** Resources whose id is that of a user. */
export const RESOURCES_OF_USERS = ['member', 'user'] as const;

/** Fields of a user that reveal nothing about the person. The values of all others are blanked. */
const IMPERSONAL_PATHS: ReadonlySet<string> = new Set(['live_sessions', 'mfa', 'password', 'roles', 'sent', 'status']);

/** What has to be blanked so that the record reveals nothing about the user; null if it reveals nothing. */
export function redactionOf(record: AuditRecord, userId: string): Redaction | null {
  const isActor = record.actor.type === 'user' && record.actor.id === userId;
  const ofActor = isActor && (record.actor.display !== ERASED || record.ip !== null || record.user_agent !== null);
  if (!isAbout(record, userId))
    return ofActor ? { seq: record.seq, ofActor, paths: [], ofOmitted: false, ofReason: false } : null;
  const paths = record.changes
    .filter(isPersonal)
    .filter(isLegible)
    .map(({ path }) => path);
  const ofOmitted = typeof record.changes_omitted?.sha256 === 'string';
  const ofReason = record.reason !== null && record.reason !== ERASED;
  const isLegibleYet = ofActor || paths.length > 0 || ofOmitted || ofReason;
  return isLegibleYet ? { seq: record.seq, ofActor, paths, ofOmitted, ofReason } : null;
}

type Change = AuditRecord['changes'][number];

function isAbout({ resource_type, resource_id }: AuditRecord, userId: string): boolean {
  return resource_id === userId && RESOURCES_OF_USERS.some((type) => type === resource_type);
}

function isPersonal({ path }: Change): boolean {
  return !IMPERSONAL_PATHS.has(path);
}

function isLegible({ before, after }: Change): boolean {
  return [before, after].some((value) => value !== null && value !== ERASED);
}
