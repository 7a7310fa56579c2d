import type { pinyin as Pinyin } from 'pinyin-pro';

/** The syllables of a Chinese name without tones, one for each character; other characters stay as they are. */
export type SyllablesOf = (name: string) => string[];

/** Characters whose reading in place names is not the common one. */
const READINGS: Readonly<Record<string, string>> = { 都: 'du', 什: 'shi' };

/** Words whose reading in place names is missing in dictionaries of common words, one syllable per character. */
const PLACE_READINGS: readonly (readonly [word: string, syllables: string])[] = [
  ['乐亭', 'lao ting'],
  ['乐陵', 'lao ling'],
  ['乐清', 'yue qing'],
  ['六合区', 'lu he qu'],
  ['单县', 'shan xian'],
  ['歙县', 'she xian'],
  ['涡阳', 'guo yang'],
  ['浚县', 'xun xian'],
  ['蔚县', 'yu xian'],
  ['泌阳', 'bi yang'],
  ['洪洞', 'hong tong'],
  ['繁峙', 'fan shi'],
  ['黄陂', 'huang pi'],
  ['闵行', 'min hang'],
  ['莘庄', 'xin zhuang'],
  ['大埔', 'da bu'],
  ['珲春', 'hun chun'],
  ['穆棱', 'mu ling'],
  ['筠连', 'jun lian'],
  ['牟定', 'mou ding'],
  ['吴堡', 'wu bu'],
  ['红寺堡', 'hong si bu'],
  ['尉犁', 'yu li'],
  ['浒墅关', 'xu shu guan'],
  ['甪直', 'lu zhi'],
  ['大栅栏', 'da shi lan'],
  ['㵲水', 'wu shui'],
];

const HAN = /\p{Script=Han}|〇/u;

export function readerOfPlaces(pinyin: typeof Pinyin): SyllablesOf {
  return (name) => {
    const characters = [...name];
    const syllables = pinyin(name, { toneType: 'none', type: 'array' });
    // The library never merges or drops characters of these names; if it did, every reading would be shifted.
    if (syllables.length !== characters.length) throw new Error(`No reading for each character of ${name}`);
    for (const [index, character] of characters.entries()) {
      const reading = READINGS[character];
      if (reading) syllables[index] = reading;
    }
    for (const [word, reading] of PLACE_READINGS) {
      const start = name.indexOf(word);
      if (start >= 0) syllables.splice([...name.slice(0, start)].length, [...word].length, ...reading.split(' '));
    }
    return syllables;
  };
}

/** The name as it is typed: spellings separated by a space, syllables by an apostrophe. ü is typed as v or as u. */
export function searchPinyin(syllables: readonly string[]): string {
  const letters = syllables.filter((syllable) => /^[a-zü]+$/.test(syllable)).join("'");
  return letters.includes('ü') ? `${letters.replaceAll('ü', 'v')} ${letters.replaceAll('ü', 'u')}` : letters;
}

export function initialsOf(syllables: readonly string[]): string {
  return syllables
    .filter((syllable) => /^[a-zü]+$/.test(syllable))
    .map((syllable) => syllable[0])
    .join('');
}

export function isHan(character: string): boolean {
  return HAN.test(character);
}
