import { ESTABLISHED_ENGLISH_NAMES } from './established-names';
import { isHan } from './mandarin';

/** The last word of a Chinese name, which names the kind of division, and its English counterpart. */
type DivisionKind = readonly [chinese: string, english: string];

// The first match is used: longer words come before the shorter ones in which they end.
const PROVINCES: readonly DivisionKind[] = [
  ['特别行政区', ''],
  ['自治区', ''],
  ['省', ''],
  ['市', ''],
];
const CITIES: readonly DivisionKind[] = [
  ['自治州', 'Autonomous Prefecture'],
  ['地区', 'Prefecture'],
  ['盟', 'League'],
  ['市', ''],
];
const ZONES: readonly DivisionKind[] = [
  ['经济技术开发区', 'Economic and Technological Development Zone'],
  ['高新技术产业开发区', 'High-Tech Industrial Development Zone'],
  ['高新技术产业园区', 'High-Tech Industrial Park'],
  ['经济开发区', 'Economic Development Zone'],
  ['高新技术开发区', 'High-Tech Development Zone'],
  ['开发区', 'Development Zone'],
  ['工业园区', 'Industrial Park'],
  ['产业园区', 'Industrial Park'],
  ['工业园', 'Industrial Park'],
  ['产业园', 'Industrial Park'],
  ['示范区', 'Demonstration Zone'],
  ['管理区', 'Administrative Area'],
  ['新区', 'New Area'],
  ['管理委员会', 'Administrative Committee'],
  ['管委会', 'Administrative Committee'],
];
const COUNTIES: readonly DivisionKind[] = [
  ...ZONES,
  ['自治县', 'Autonomous County'],
  ['自治旗', 'Autonomous Banner'],
  ['特区', 'Special District'],
  ['矿区', 'Mining District'],
  ['群岛', 'Islands'],
  ['县', 'County'],
  ['区', 'District'],
  ['旗', 'Banner'],
  ['市', ''],
];
const TOWNS: readonly DivisionKind[] = [
  ...ZONES,
  ['街道办事处', 'Subdistrict'],
  ['地区办事处', 'Area Subdistrict'],
  ['办事处', 'Subdistrict'],
  ['街道', 'Subdistrict'],
  ['民族乡', 'Township'],
  ['民族苏木', 'Sumu'],
  ['苏木', 'Sumu'],
  ['农场', 'Farm'],
  ['林场', 'Forest Farm'],
  ['牧场', 'Ranch'],
  ['林业局', 'Forestry Bureau'],
  ['垦殖场', 'Reclamation Farm'],
  ['旅游度假区', 'Tourist Resort'],
  ['风景区', 'Scenic Area'],
  ['保税区', 'Bonded Zone'],
  ['管理处', 'Administrative Office'],
  ['地区', 'Area'],
  ['监狱', 'Prison'],
  ['水库', 'Reservoir'],
  ['镇', 'Town'],
  ['乡', 'Township'],
];
const KINDS_BY_LEVEL: Readonly<Record<number, readonly DivisionKind[]>> = {
  1: PROVINCES,
  2: CITIES,
  3: COUNTIES,
  4: TOWNS,
};

/** The standard's name for all districts of a city together. */
const CITY_DISTRICTS = '市辖区';

const PEOPLES =
  '各|蒙古|回|藏|维吾尔|苗|彝|壮|布依|朝鲜|满|侗|瑶|白|土家|哈尼|哈萨克|傣|黎|傈僳|佤|畲|高山|拉祜|水|东乡|纳西|景颇|柯尔克孜|土|达斡尔|' +
  '仫佬|羌|布朗|撒拉|毛南|仡佬|锡伯|阿昌|普米|塔吉克|怒|乌孜别克|俄罗斯|鄂温克|德昂|保安|裕固|京|塔塔尔|独龙|鄂伦春|赫哲|门巴|珞巴|基诺';
const NAMED_PEOPLES = new RegExp(`(?:(?:${PEOPLES})族)+$`);
/** These peoples occur in the names of autonomous divisions without the word for people, too. */
const BARE_PEOPLES = /(?:蒙古|维吾尔|哈萨克|柯尔克孜|锡伯|塔吉克|达斡尔|鄂温克|朝鲜)+$/;
const AUTONOMOUS = /自治|民族/;

/**
 * The English name of a Chinese division: pinyin without tones. The word for a province or a city is left out
 * (Zhejiang, Hangzhou), that for a smaller division is translated (Xihu District, Tonglu County), and the peoples of an
 * autonomous one are left out (Yanbian Autonomous Prefecture). Established names are used unchanged.
 */
export function englishName(code: string, name: string, level: number, syllables: readonly string[]): string {
  const established = ESTABLISHED_ENGLISH_NAMES[code];
  if (established) return established;
  if (name === CITY_DISTRICTS) return 'Urban Districts';
  const { base, kinds } = splitName(name, KINDS_BY_LEVEL[level] ?? []);
  return [romanize([...base], syllables), ...kinds].filter(Boolean).join(' ');
}

function splitName(name: string, known: readonly DivisionKind[]): { base: string; kinds: string[] } {
  const kinds: string[] = [];
  let base = name;
  let autonomous = false;
  for (;;) {
    const kind = known.find(
      ([chinese]) => base.endsWith(chinese) && base.length - chinese.length >= shortestBase(chinese),
    );
    if (!kind) break;
    base = base.slice(0, -kind[0].length);
    autonomous ||= AUTONOMOUS.test(kind[0]);
    if (kind[1]) kinds.unshift(kind[1]);
    // Only zones have a second such word, as in 经济开发区管委会.
    if (!ZONES.includes(kind)) break;
  }
  return { base: withoutPeoples(base, autonomous), kinds };
}

/** 清新区 is the district 清新, not the new area 清. */
function shortestBase(chinese: string): number {
  return /^.区$/.test(chinese) ? 2 : 1;
}

function withoutPeoples(base: string, autonomous: boolean): string {
  const named = base.replace(NAMED_PEOPLES, '');
  const rest = autonomous ? named.replace(BARE_PEOPLES, '') : named;
  // A division named only after a people (东乡族自治县) keeps its name.
  return rest || base.replace(/族$/, '');
}

/** Joins the syllables to words: one for each run of Han, capitalised; marks and digits stay. */
function romanize(characters: readonly string[], syllables: readonly string[]): string {
  let text = '';
  let word = '';
  const endWord = () => {
    text += word.charAt(0).toUpperCase() + word.slice(1);
    word = '';
  };
  for (const [index, character] of characters.entries()) {
    const syllable = syllables[index] ?? '';
    if (!isHan(character)) {
      endWord();
      text += character;
      continue;
    }
    // The apostrophe separates what would read as one syllable: Xi'an.
    word += word && /^[aeo]/.test(syllable) ? `'${syllable}` : syllable;
  }
  endWord();
  return text.replaceAll('（', ' (').replaceAll('）', ') ').replaceAll('、', ', ').replace(/ +/g, ' ').trim();
}
