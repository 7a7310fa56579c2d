interface Hour {
  readonly at: string;
  readonly delivered: number;
  readonly read: number;
}

const HOUR_MS = 3_600_000;
/** More than a month is drawn by the hours that have something. */
const MOST_HOURS = 24 * 31;

/** The hours of a delivery without gaps, beginning with the one before: the API leaves out those in which nothing happened. */
export function everyHour(timeline: readonly Hour[]): readonly Hour[] {
  const [first, last] = [timeline[0], timeline.at(-1)].map((hour) => Date.parse(hour?.at ?? ''));
  if (first === undefined || last === undefined || Number.isNaN(first)) return [];
  const count = Math.round((last - first) / HOUR_MS) + 2;
  if (count > MOST_HOURS) return timeline;
  const known = new Map(timeline.map((hour) => [Date.parse(hour.at), hour]));
  return Array.from({ length: count }, (_, index) => {
    const at = first + (index - 1) * HOUR_MS;
    return known.get(at) ?? { at: new Date(at).toISOString(), delivered: 0, read: 0 };
  });
}
