/** The name of a coding with its weight (RFC 9110, 12.5.3). */
const CODING = /^([!#$%&'*+.^`|~\w-]+|\*)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;

/**
 * The first of the codings that the client prefers to all others, or finds as good; null for none, which is what a client
 * gets that names none of them.
 *
 * @param header `Accept-Encoding`; items that are malformed are passed over.
 * @param available by preference of the server.
 */
export function preferredEncoding<Coding extends string>(
  header: string | undefined,
  available: readonly Coding[],
): Coding | null {
  if (header === undefined) return null;
  const weights = new Map<string, number>();
  for (const item of header.split(',')) {
    const [, name, weight = '1'] = CODING.exec(item.trim()) ?? [];
    if (name !== undefined) weights.set(name.toLowerCase(), Number(weight));
  }
  // Unless it is named, what is not encoded is better than nothing and worse than all that is wanted.
  const plain = weights.get('identity') ?? 0;
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0;
  const [best] = available.toSorted((a, b) => weightOf(b) - weightOf(a));
  return best !== undefined && weightOf(best) > 0 && weightOf(best) >= plain ? best : null;
}
