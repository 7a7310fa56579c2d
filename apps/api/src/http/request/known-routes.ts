import type { BodyForm } from './route-body';

export interface KnownRoute {
  /** With parameters in braces. */
  readonly path: string;
  /** Null for a route without a body. */
  readonly body: BodyForm | null;
}

/** A declared route, its method in lower case. */
interface DeclaredRoute extends KnownRoute {
  readonly method: string;
}

interface Pattern extends KnownRoute {
  /** Null for a parameter. */
  readonly segments: readonly (string | null)[];
}

/** Finds the route of a request before the router does, so that a request for no route costs next to nothing. */
export class KnownRoutes {
  private readonly patterns: ReadonlyMap<string, readonly Pattern[]>;

  constructor(routes: readonly DeclaredRoute[]) {
    const patterns = routes.map(({ method, path, body }) => {
      const segments = segmentsOf(path).map((segment) => (segment.startsWith('{') ? null : segment));
      return { key: keyOf(method.toUpperCase(), segments), path, body, segments };
    });
    this.patterns = Map.groupBy(patterns, ({ key }) => key);
  }

  /** Null if there is none. */
  find(method: string, path: string): KnownRoute | null {
    const segments = segmentsOf(path);
    const candidates = this.patterns.get(keyOf(method, segments)) ?? [];
    return candidates.find((pattern) => matches(pattern, segments)) ?? null;
  }
}

function matches(pattern: Pattern, segments: readonly string[]): boolean {
  return pattern.segments.every((expected, at) =>
    expected === null ? segments[at] !== '' : segments[at] === expected,
  );
}

/** Like the router, ignores one trailing slash. */
function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/');
}

function keyOf(method: string, segments: readonly unknown[]): string {
  return `${method} ${segments.length}`;
}
