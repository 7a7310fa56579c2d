/** Rows that keep their places while what they show changes, and what has come or gone meanwhile. */
export interface Steadied<Row> {
  readonly rows: readonly Row[];
  /** How many of the newer rows are not among these. */
  readonly newer: number;
  /** The ids of rows that the newer ones no longer have. */
  readonly missing: readonly string[];
}

/**
 * The rows that somebody looks at, with the values of newer ones: none moves, and none is lost below a pointer.
 *
 * @param held in the order in which they are shown.
 * @param fresh what the list answers now.
 */
export function steadied<Row>(held: readonly Row[], fresh: readonly Row[], idOf: (row: Row) => string): Steadied<Row> {
  const byId = new Map(fresh.map((row) => [idOf(row), row]));
  const ids = new Set(held.map(idOf));
  return {
    rows: held.map((row) => byId.get(idOf(row)) ?? row),
    newer: fresh.filter((row) => !ids.has(idOf(row))).length,
    missing: held.map(idOf).filter((id) => !byId.has(id)),
  };
}
