import { readFileSync } from 'node:fs';

const ROOT = 'apps/console/src';

export interface ScreenRow {
  /** Below `/console/`, with the names of its parameters. */
  readonly path: string;
  readonly name: string;
  /** What fills the screen; null where everybody may see it. */
  readonly operation: string | null;
}

export interface MenuRow {
  readonly group: string;
  readonly key: string;
  readonly route: string;
}

/** The screens of the console, read from its source: the components themselves are no program of Node. */
export const SCREENS: readonly ScreenRow[] = ['routes-of-tenants.ts', 'routes-of-apps.ts']
  .flatMap((file) => rowsIn(file, /path: '([^']*)',\s*name: '([^']+)',\s*operation: (?:'([^']+)'|null)/g))
  .map(([path = '', name = '', operation = '']) => ({ path, name, operation: operation === '' ? null : operation }));

/** The entries of the menu, in the order of the page. */
export const MENU: readonly MenuRow[] = rowsIn(
  'menu.ts',
  /\{ group: '([^']+)',\s*key: '([^']+)',\s*route: '([^']+)'/g,
).map(([group = '', key = '', route = '']) => ({ group, key, route }));

function rowsIn(file: string, pattern: RegExp): string[][] {
  return [...readFileSync(`${ROOT}/${file}`, 'utf8').matchAll(pattern)].map(([, ...groups]) =>
    groups.map((group) => group ?? ''),
  );
}

export function screenNamed(name: string): ScreenRow {
  const row = SCREENS.find((screen) => screen.name === name);
  if (!row) throw new Error(`No screen is named ${name}`);
  return row;
}

/** A text of the console. */
export function textOf(folder: string, locale: string, ...keys: readonly string[]): string {
  let found = JSON.parse(readFileSync(`${ROOT}/${folder}/locales/${locale}.json`, 'utf8')) as unknown;
  for (const key of keys) found = (found as Readonly<Record<string, unknown>>)[key];
  if (typeof found !== 'string') throw new Error(`No text is ${folder} ${keys.join('.')}`);
  return found;
}
