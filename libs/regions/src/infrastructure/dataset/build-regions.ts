import type { DatasetRegion } from '../../domain/region';
import { chineseDivisions, type MakeConverter } from './chinese-divisions';
import { countries, foreignSubdivisions } from './countries';
import { readerOfPlaces } from './mandarin';

/**
 * All regions of the shipped data set, parents before their children. The dictionaries are loaded only here: a process
 * that does not build the data set must not pay for them.
 */
export async function buildRegions(): Promise<DatasetRegion[]> {
  const { pinyin } = await import('pinyin-pro');
  const { Converter } = (await import('opencc-js/cn2t')) as { Converter: MakeConverter };
  const { iso31661, iso31662 } = await import('iso-3166');
  const syllablesOf = readerOfPlaces(pinyin);
  return [
    ...countries(iso31661, syllablesOf),
    ...chineseDivisions(syllablesOf, Converter),
    ...foreignSubdivisions(iso31662, iso31661),
  ];
}
