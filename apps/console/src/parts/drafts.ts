/** Names of fields that are never kept, in whatever form they come: `password`, `new_password`, `clientSecret`. */
const SECRET = /(^|_)(password|passcode|secret|token|otp|totp|private_key|recovery_codes?|credentials?)(_|$)/;
/** A tab keeps about five million characters for all drafts of all records. */
const LONGEST = 1_000_000;

/** A form that was left: what it was made from, and what was typed into it. */
export interface DraftValue<T> {
  readonly base: T;
  readonly values: T;
  readonly lock_version: number | null;
}

/** A record in this tab, of this administrator and tenant. */
export function draftKey(userId: string, tenantId: string, operationId: string, path: object): string {
  const values = Object.entries(path).sort(([one], [other]) => (one < other ? -1 : 1));
  return [userId, tenantId, operationId, ...values.map(([, value]) => encodeURIComponent(String(value)))].join(':');
}

/** A copy without what must not lie in the browser's storage. */
export function withoutSecrets<T>(value: T): T {
  return copied(value) as T;
}

function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isSecret(name))
      .map(([name, member]) => [name, copied(member)]),
  );
}

export function isSecret(name: string): boolean {
  return SECRET.test(
    name
      .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
      .replaceAll('-', '_')
      .toLowerCase(),
  );
}

/** Whether a draft of this is small enough to be kept. */
export function fits(value: unknown): boolean {
  return (JSON.stringify(value) ?? '').length <= LONGEST;
}

/** What was typed, with what is not kept as the record has it now. */
export function restored<T extends object>(record: T, draft: T): T {
  const known = Object.entries(draft).filter(([name]) => Object.hasOwn(record, name));
  return { ...record, ...Object.fromEntries(known) };
}

/** Whether what the storage holds is a draft at all: another version of the page may have written it. */
export function isDraft(value: unknown): value is DraftValue<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const { base, values } = value as Record<string, unknown>;
  return [base, values].every((each) => typeof each === 'object' && each !== null && !Array.isArray(each));
}
