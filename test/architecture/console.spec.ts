import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SUPPORTED_LOCALES } from '@libs/kernel';
import { namesSecret } from '../../apps/console/src/api/masking';
import { COUNTRIES } from '../../apps/console/src/screens/apps/countries';
import { COUNTRY_CODES } from '../../libs/apps/src/domain/country-codes';
import { namesSecret as auditHides } from '../../libs/audit/src/domain/secret-names';
import { readSources } from './sources';

const ROOT = 'apps/console/src';
const openapi = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties?: object }>> };
};
const sources = readSources(`${ROOT}/**/*.{ts,vue}`).filter(({ path }) => !path.endsWith('.d.ts'));
const all = sources.map(({ text }) => text).join('\n');

/** Rows of the routes and of `menu.ts`, as far as the rules need them. */
const ROUTES = ['routes-of-tenants.ts', 'routes-of-apps.ts'];
const routes = ROUTES.flatMap((file) => rowsIn(file, /name: '([^']+)',\s*operation: (?:'([^']+)'|null)/g));
const menu = rowsIn('menu.ts', /key: '([^']+)',\s*route: '([^']+)'/g);

function rowsIn(file: string, pattern: RegExp): string[][] {
  const found = [...readFileSync(`${ROOT}/${file}`, 'utf8').matchAll(pattern)];
  return found.map(([, ...groups]) => groups.map((group) => group ?? ''));
}

describe('The console', () => {
  it('knows the operations of openapi.json', async () => {
    const { operationsOf } = (await import(join(process.cwd(), 'tools/generate-console.mjs'))) as {
      operationsOf: (document: object) => string;
    };
    expect(readFileSync(`${ROOT}/api/operations.ts`, 'utf8')).toBe(operationsOf(openapi));
  });

  it('imports nothing of the back end', () => {
    const foreign = sources.flatMap(({ path, imports }) =>
      imports
        .filter((name) => name.startsWith('libs/') || /^apps\/(?!console\/)/.test(name))
        .map((name) => ({ path, name })),
    );
    expect(foreign).toEqual([]);
  });

  it('makes no markup and no styles of texts', () => {
    const forbidden =
      /v-html|innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslyUseHTMLString|raw-content|rawContent|ElWatermark|createPolicy|\sstyle="/;
    expect(sources.filter(({ text }) => forbidden.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('keeps no token where a script could find it later', () => {
    const stored = sources.filter(({ text }) => /(?:local|session)Storage\.setItem\([^)]*[tT]oken/.test(text));
    expect(stored.map(({ path }) => path)).toEqual([]);
  });

  it('takes of Element Plus and its icons what it uses, by name', () => {
    const whole = sources.filter(({ text }) => /from 'element-plus'|import \* as .* from '@element-plus/.test(text));
    expect(whole.map(({ path }) => path)).toEqual([]);
  });

  it('offers the countries that an App may have', () => expect(COUNTRIES).toEqual(COUNTRY_CODES));

  it('masks whatever the audit log hides', () => {
    const names = new Set(
      Object.values(openapi.components.schemas).flatMap(({ properties }) => Object.keys(properties ?? {})),
    );
    expect(names.size).toBeGreaterThan(200);
    for (const name of names)
      expect({ name, isHidden: namesSecret(name) }).toEqual({ name, isHidden: auditHides(name) });
  });
});

describe('The screens of the console', () => {
  it('are rows that the rules can read', () => {
    const screens = ROUTES.map((file) => count(file, /screen: \(\) => import\(/g));
    expect(routes).toHaveLength(screens.reduce((sum, each) => sum + each, 0));
    expect(menu).toHaveLength(count('menu.ts', /\{ group: /g));
  });

  it('stand behind operations that there are', () => {
    const operations = readFileSync(`${ROOT}/api/operations.ts`, 'utf8');
    const unknown = routes.filter(([, operation]) => operation !== '' && !operations.includes(`  ${operation}: {`));
    expect(unknown).toEqual([]);
  });

  it('have names of their own, after their folders', () => {
    const names = routes.map(([name = '']) => name);
    expect(new Set(names).size).toBe(names.length);
    const folders = globSync(`${ROOT}/screens/*`).map((folder) => folder.split('/').at(-1));
    expect(names.filter((name) => !folders.includes(name.split('.')[0]))).toEqual([]);
  });

  it('are where the menu leads', () => {
    const names = routes.map(([name]) => name);
    expect(menu.filter(([, route]) => !names.includes(route))).toEqual([]);
  });

  const count = (file: string, pattern: RegExp): number =>
    readFileSync(`${ROOT}/${file}`, 'utf8').match(pattern)?.length ?? 0;
});

type Texts = { readonly [key: string]: string | Texts };

const houses = globSync(`${ROOT}/**/locales`).sort();

describe.each(houses)('The texts in %s', (house) => {
  const folder = dirname(house).slice(ROOT.length).split('/').at(-1) ?? '';
  const catalogues = SUPPORTED_LOCALES.map((locale) => textsOf(house, locale));
  const [reference = new Map<string, string>()] = catalogues;

  it('are a catalogue for each locale, all with the same keys', () => {
    for (const texts of catalogues) expect([...texts.keys()].sort()).toEqual([...reference.keys()].sort());
  });

  it('are not empty, and leave the same open in each locale', () => {
    for (const [key, text] of reference) {
      for (const texts of catalogues) {
        const translated = texts.get(key) ?? '';
        expect({ key, isEmpty: translated.trim() === '' }).toEqual({ key, isEmpty: false });
        expect({ key, open: openIn(translated) }).toEqual({ key, open: openIn(text) });
      }
    }
  });

  it('are all used', () => {
    const names = [...reference.keys()].map((key) => (folder === '' ? key : `${folder}.${key}`));
    expect(names.filter((name) => !isUsed(name))).toEqual([]);
  });
});

describe('The keys of texts in the console', () => {
  it('all have a text', () => {
    const known = new Set(
      houses.flatMap((house) => {
        const folder = dirname(house).slice(ROOT.length).split('/').at(-1) ?? '';
        return [...textsOf(house, 'en-US').keys()].map((key) => (folder === '' ? key : `${folder}.${key}`));
      }),
    );
    const asked = sources.flatMap(({ path, text }) => keysIn(text).map((key) => ({ path, key })));
    expect(asked.length).toBeGreaterThan(50);
    expect(asked.filter(({ key }) => !known.has(key))).toEqual([]);
    const titles = routes.map(([name = '']) => name.replace('.', '.titles.'));
    expect(titles.filter((title) => !known.has(title))).toEqual([]);
  });
});

/** Keys that are asked for by name: literals in calls of `t`, and the paths of texts with slots. */
function keysIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w.])t\(([^`]*?)\)|keypath="([^"]+)"/g)].flatMap(([, call = '', keypath]) =>
    keypath === undefined ? literalsIn(call) : [keypath],
  );
}

/** Of the first argument of `t`: a key, or one of two by a condition. */
function literalsIn(call: string): string[] {
  const [first = ''] = call.split(/,\s*[{a-z]/);
  return [...first.matchAll(/(?<![=!]==? )'([\w.-]+)'/g)].map(([, key = '']) => key);
}

/** Used by its whole name, or as one of those that a template names by their beginning. */
function isUsed(name: string): boolean {
  if (all.includes(`'${name}'`) || all.includes(`"${name}"`)) return true;
  if (/^[\w-]+\.titles\./.test(name)) return all.includes(`'${name.replace('.titles.', '.')}'`);
  const parts = name.split('.');
  return parts.some((_, index) => index > 0 && all.includes(`\`${parts.slice(0, index).join('.')}.\${`));
}

function textsOf(house: string, locale: string): Map<string, string> {
  return new Map(flatten(JSON.parse(readFileSync(`${house}/${locale}.json`, 'utf8')) as Texts));
}

function flatten(texts: Texts, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[prefix + key, text]] : flatten(text, `${prefix}${key}.`),
  );
}

/** What a text leaves open for values, without the plural that only some languages have. */
function openIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))].sort();
}
