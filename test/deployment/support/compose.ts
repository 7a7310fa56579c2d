import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A service, as far as the suites look at it. */
export interface Service {
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly configs?: readonly { readonly source: string; readonly target: string }[];
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly [field: string]: unknown;
}

export interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly configs: Readonly<Record<string, { readonly file: string }>>;
}

export const COMPOSE_FILE = 'deploy/compose.yaml';

/**
 * The file as Docker Compose has it after it put variables in their places: `${NAME:-default}`, and `${NAME:?complaint}`
 * for those that are required.
 */
export function readCompose(variables: Readonly<Record<string, string>>): Compose {
  const document: unknown = parse(readFileSync(COMPOSE_FILE, 'utf8'), { merge: true });
  return filled(document, (text) =>
    text.replaceAll(/\$\{(\w+)(:-|:\?)([^}]*)\}/g, (_whole, name: string, kind: string, rest: string) => {
      const value = variables[name];
      if (value) return value;
      if (kind === ':?') throw new Error(`${name}: ${rest}`);
      return rest;
    }),
  ) as Compose;
}

/** Texts become texts, whatever stands in the place of a variable. */
function filled(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === 'string') return fill(value);
  if (Array.isArray(value)) return value.map((each) => filled(each, fill));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, fill)]));
}

/** Variables from a `.env`. */
export function readVariables(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]));
}
