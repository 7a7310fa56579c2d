export type Detail =
  | { readonly kind: 'word' | 'text' | 'instant' | 'id'; readonly name: string; readonly value: string }
  | { readonly kind: 'number'; readonly name: string; readonly value: number }
  | { readonly kind: 'flag'; readonly name: string; readonly value: boolean };

/** What has a name of ours for each value. */
const WORDS = ['reason', 'purpose', 'identifier_type', 'platform'];
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
/** Enough to tell an event from its neighbours in a list. */
const IN_SHORT = ['name', 'reason', 'purpose', 'identifier_type', 'model', 'platform', 'count', 'failures'];

/** The details of an event, whatever its type: nothing that the API tells is left out, but what is unknown. */
export function detailsOf(details: Readonly<Record<string, unknown>>): Detail[] {
  return Object.entries(details).flatMap(([name, value]): Detail[] => {
    if (typeof value === 'boolean') return [{ kind: 'flag', name, value }];
    if (typeof value === 'number') return [{ kind: 'number', name, value }];
    if (typeof value === 'object' && value !== null) return [{ kind: 'text', name, value: JSON.stringify(value) }];
    return typeof value === 'string' ? [{ kind: kindOf(name, value), name, value }] : [];
  });
}

export function shortOf(details: Readonly<Record<string, unknown>>): Detail[] {
  const all = detailsOf(details);
  return IN_SHORT.flatMap((name) => all.find((each) => each.name === name) ?? []);
}

function kindOf(name: string, value: string): 'word' | 'text' | 'instant' | 'id' {
  if (WORDS.includes(name)) return 'word';
  if (name.endsWith('_id')) return 'id';
  return INSTANT.test(value) ? 'instant' : 'text';
}
