/** A declared route: its method in lower case, its path with parameters in braces. */
interface DeclaredRoute {
  readonly method: string;
  readonly path: string;
}

interface Pattern {
  readonly path: string;
  /** Null for a parameter. */
  readonly segments: readonly (string | null)[];
}

/** Finds the route of a request before the router does, so that a request for no route costs next to nothing. */
export class KnownRoutes {
  private readonly patterns: ReadonlyMap<string, readonly Pattern[]>;

  constructor(routes: readonly DeclaredRoute[]) {
    const patterns = routes.map(({ method, path }) => {
      const segments = segmentsOf(path).map((segment) => (segment.startsWith('{') ? null : segment));
      return { key: keyOf(method.toUpperCase(), segments), path, segments };
    });
    this.patterns = Map.groupBy(patterns, ({ key }) => key);
  }

  /** The declared path of the route; null if there is none. */
  find(method: string, path: string): string | null {
    const segments = segmentsOf(path);
    const candidates = this.patterns.get(keyOf(method, segments)) ?? [];
    return candidates.find((pattern) => matches(pattern, segments))?.path ?? null;
  }
}

function matches(pattern: Pattern, segments: readonly string[]): boolean {
  return pattern.segments.every((expected, at) =>
    expected === null ? segments[at] !== '' : segments[at] === expected,
  );
}

/** As the router sees it: one trailing slash changes nothing. */
function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/');
}

function keyOf(method: string, segments: readonly unknown[]): string {
  return `${method} ${segments.length}`;
}
