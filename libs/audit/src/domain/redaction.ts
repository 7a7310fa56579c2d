import type { AuditRecord } from './audit-record';

/** What a record says of a person is blanked when the person is erased; who it was stays as an id. */
export interface Redaction {
  readonly seq: number;
  readonly ofActor: boolean;
  /** Of the changes whose values go. */
  readonly paths: readonly string[];
}

/** Stands where a value was. Known to redact_audit_log in the database too. */
const ERASED = '[erased]';

/** Resources whose id is that of a user. */
export const RESOURCES_OF_USERS = ['member', 'user'] as const;

/** What was changed about a user without saying anything of the person. Of whatever else the values go. */
const IMPERSONAL_PATHS: ReadonlySet<string> = new Set(['live_sessions', 'mfa', 'password', 'roles', 'sent', 'status']);

/** What has to be blanked in the record so that it tells nothing of the user; null when it does not tell anything. */
export function redactionOf(record: AuditRecord, userId: string): Redaction | null {
  const isActor = record.actor.type === 'user' && record.actor.id === userId;
  const ofActor = isActor && (record.actor.display !== ERASED || record.ip !== null || record.user_agent !== null);
  const paths = isAbout(record, userId)
    ? record.changes
        .filter(isPersonal)
        .filter(isLegible)
        .map(({ path }) => path)
    : [];
  return ofActor || paths.length > 0 ? { seq: record.seq, ofActor, paths } : null;
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
