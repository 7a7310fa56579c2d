import { readSources } from './sources';

const SEALS = /secrets\s*\.seal\(\s*'([\w-]+)'/g;
/** In the description of a column, see `SealedColumn`. */
const PURPOSE = /\bpurpose: '([\w-]+)'/g;

/** Part of a hash and sealed with the key of the hash, which is registered (`PASSWORD_HASHES`) and ends with it. */
const WITHIN_HASHES = ['imported-password'];

const libs = readSources().filter(({ path }) => path.startsWith('libs/'));

describe('What is encrypted in the database', () => {
  it('is registered with SealedColumns, so that a key can be replaced and dropped', () => {
    const sealed = libs.flatMap(({ text }) => purposesOf(SEALS, text));
    const registered = libs
      .filter(({ text }) => text.includes(': SealedColumn'))
      .flatMap(({ text }) => purposesOf(PURPOSE, text));
    expect(new Set(sealed).size).toBeGreaterThan(2);
    expect(sealed.filter((purpose) => !registered.includes(purpose)).sort()).toEqual(WITHIN_HASHES);
  });
});

function purposesOf(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].map(([, purpose = '']) => purpose);
}
