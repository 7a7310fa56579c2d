import type { components } from '../../api/schema';

type Runtime = components['schemas']['RuntimeResponse'];

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** The two largest units of a time, such as `3 days 4 hr`: more says nothing of a process. */
export function durationOf(seconds: number, locale: string): string {
  let rest = Math.max(0, Math.floor(seconds));
  const parts = UNITS.map(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return { unit, count };
  });
  const first = parts.findIndex(({ count }) => count > 0);
  const shown = (first < 0 ? parts.slice(-1) : parts.slice(first, first + 2)).filter(
    ({ count }, place) => count > 0 || place === 0,
  );
  return shown
    .map(({ unit, count }) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count),
    )
    .join(' ');
}

/** Null before anything was asked for. */
export function hitRate({ hits, misses }: Runtime['caches'][number]): number | null {
  return hits + misses === 0 ? null : hits / (hits + misses);
}

/** More than one while a deployment is under way, or where one was left half done. */
export function versionsOf(instances: Runtime['instances']): string[] {
  const names = instances.map(({ version, commit }) => (commit ? `${version} (${commit.slice(0, 7)})` : version));
  return [...new Set(names)].sort();
}
