import type { PageValues } from './page-form';

interface Hashed extends PageValues {
  readonly key: string;
  readonly revision: number;
}

/** The hash by which a revision is known, as anyone can compute it: SHA-256 of its canonical JSON (RFC 8785). */
export async function revisionHash(revision: Hashed): Promise<string> {
  const { key, revision: number, title, body, body_format, effective_at } = revision;
  const json = canonical({ key, revision: number, title, body, body_format, effective_at });
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(json));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Of objects, texts, whole numbers and null, which is all that a revision has. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}
