import type { components } from '../../api/schema';

type Flags = components['schemas']['AdminAppResponse']['feature_flags'];

export const FLAG_KINDS = ['boolean', 'string', 'number'] as const;
export type FlagKind = (typeof FLAG_KINDS)[number];

/** A flag while it is edited: its key may still be empty, or there twice. */
export interface Flag {
  readonly key: string;
  readonly value: boolean | string | number;
}

export const MOST_FLAGS = 100;
const KEY = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/;

export function flagsOf(flags: Flags): Flag[] {
  return Object.entries(flags)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]) => ({ key, value }));
}

export function toFlags(flags: readonly Flag[]): Record<string, boolean | string | number> {
  return Object.fromEntries(flags.map(({ key, value }) => [key, value]));
}

/** What is wrong with a key, as far as the page can tell. */
export function keyFault(flags: readonly Flag[], place: number): 'empty' | 'malformed' | 'doubled' | null {
  const key = flags[place]?.key ?? '';
  if (key === '') return 'empty';
  if (!KEY.test(key)) return 'malformed';
  return flags.findIndex((flag) => flag.key === key) < place ? 'doubled' : null;
}

/** The value as one of another kind, as far as it makes sense. */
export function asKind(value: boolean | string | number, kind: FlagKind): boolean | string | number {
  const text = String(value);
  if (kind === 'string') return typeof value === 'boolean' ? '' : text;
  if (kind === 'boolean') return text === 'true' || value === 1;
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? number : 0;
}
