/** Stands for the value of a parameter that was given more than once. */
export const REPEATED = Symbol('repeated');

/** The parameters of a query as they were sent; null for a value that cannot be decoded. */
export type Query = Record<string, string | null | typeof REPEATED>;

/** Reads a query without guessing: brackets have no meaning, and invalid UTF-8 is not replaced. */
export function parseQuery(text: string | null | undefined): Query {
  const query = Object.create(null) as Query;
  for (const parameter of (text ?? '').split('&')) {
    if (parameter === '') continue;
    const [rawName = '', ...rest] = parameter.split('=');
    const name = decode(rawName);
    const value = name === null ? null : decode(rest.join('='));
    query[name ?? rawName] = (name ?? rawName) in query ? REPEATED : value;
  }
  return query;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
