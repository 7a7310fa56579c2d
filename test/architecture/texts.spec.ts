import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { SUPPORTED_LOCALES } from '@libs/kernel';
import { readSources } from './sources';

type Catalogue = string | { readonly [key: string]: Catalogue };

/** Those of the console are read by other rules (`console.spec.ts`). */
const HOUSES = globSync('{apps,libs}/*/src/locales', { exclude: ['apps/console'] }).sort();

const sources = readSources().filter(({ path }) => !path.includes('/locales/'));

/** The messages for fields are those of whatever the whole product refuses. */
const OF_ALL = 'fields';

const NAMES = namesIn('');

/** What is mailed through the kernel's port is read on its other side, by the names of the port. */
const NAMES_OF_MAILS = namesIn('libs/kernel/src/administrator-mails.ts');

describe.each(HOUSES)('The texts in %s', (house) => {
  const catalogues = SUPPORTED_LOCALES.map((locale) => textsOf(`${house}/${locale}.json`));
  const [reference = new Map<string, string>()] = catalogues;

  it('are a catalogue for each locale, all with the same keys', () => {
    expect(globSync(`${house}/*.json`)).toHaveLength(SUPPORTED_LOCALES.length);
    for (const texts of catalogues) expect([...texts.keys()]).toEqual([...reference.keys()]);
  });

  it('are not empty, and leave the same open in each locale', () => {
    for (const [key, text] of reference) {
      for (const texts of catalogues) {
        const translated = texts.get(key) ?? '';
        expect(translated.trim()).not.toBe('');
        expect({ key, open: openIn(translated) }).toEqual({ key, open: openIn(text) });
      }
    }
  });

  it('are all used', () => {
    const own = namesIn(`${dirname(house)}/`);
    const unused = [...reference.keys()].filter((key) => {
      const names = key.split('/');
      return !names.every((name) => (names[0] === OF_ALL ? NAMES : own).has(name) || NAMES_OF_MAILS.has(name));
    });
    expect(unused).toEqual([]);
  });
});

/** Each text under the keys that lead to it, joined by slashes. */
function textsOf(path: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const read = (catalogue: Catalogue, key: string): void => {
    if (typeof catalogue === 'string') texts.set(key, catalogue);
    else for (const name of Object.keys(catalogue)) read(catalogue[name] ?? '', key === '' ? name : `${key}/${name}`);
  };
  read(JSON.parse(readFileSync(path, 'utf8')) as Catalogue, '');
  return texts;
}

/** The placeholders of a text. */
function openIn(text: string): string[] {
  return [...text.matchAll(/\{\w*\}/g)].map(([placeholder]) => placeholder).sort();
}

/** Whatever the sources below a folder call by a name, and what they have between quotes. */
function namesIn(folder: string): ReadonlySet<string> {
  const texts = sources.filter(({ path }) => path.startsWith(folder)).map(({ text }) => text);
  return new Set(
    texts.flatMap((text) => [...(text.match(/-?\b\w+\b/g) ?? []), ...(text.match(/(?<=')[\w.]+(?=')/g) ?? [])]),
  );
}
