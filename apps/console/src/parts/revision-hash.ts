/** When and by whom it was published is no part of what is hashed. */
const ASIDE = ['revision_hash', 'published_at', 'published_by'];

/** The hash by which a revision is known, as anyone can compute it: SHA-256 of its canonical JSON (RFC 8785). */
export async function revisionHash(revision: object): Promise<string> {
  const content = Object.fromEntries(Object.entries(revision).filter(([name]) => !ASIDE.includes(name)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical(content)));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Of objects, lists, texts, whole numbers, truths and null, which is all that a revision has. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}
