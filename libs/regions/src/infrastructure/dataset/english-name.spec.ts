import { pinyin } from 'pinyin-pro';
import { englishName } from './english-name';
import { initialsOf, readerOfPlaces, searchPinyin } from './mandarin';

const syllablesOf = readerOfPlaces(pinyin);

describe('The English name of a Chinese division', () => {
  const nameOf = (name: string, level: number, code = 'any') => englishName(code, name, level, syllablesOf(name));

  it.each([
    ['浙江省', 1, 'Zhejiang'],
    ['北京市', 1, 'Beijing'],
    ['广西壮族自治区', 1, 'Guangxi'],
    ['新疆维吾尔自治区', 1, 'Xinjiang'],
    ['杭州市', 2, 'Hangzhou'],
    ['西安市', 2, "Xi'an"],
    ['吕梁市', 2, 'Lüliang'],
    ['大兴安岭地区', 2, "Daxing'anling Prefecture"],
    ['延边朝鲜族自治州', 2, 'Yanbian Autonomous Prefecture'],
    ['黔西南布依族苗族自治州', 2, 'Qianxinan Autonomous Prefecture'],
    ['西湖区', 3, 'Xihu District'],
    ['浦东新区', 3, 'Pudong New Area'],
    ['清新区', 3, 'Qingxin District'],
    ['赵县', 3, 'Zhao County'],
    ['义乌市', 3, 'Yiwu'],
    ['东乡族自治县', 3, 'Dongxiang Autonomous County'],
    ['塔什库尔干塔吉克自治县', 3, "Tashiku'ergan Autonomous County"],
    ['管城回族区', 3, 'Guancheng District'],
    ['市辖区', 3, 'Urban Districts'],
    ['东华门街道', 4, 'Donghuamen Subdistrict'],
    ['城关镇', 4, 'Chengguan Town'],
    ['菱塘回族乡', 4, 'Lingtang Township'],
    ['达斡尔民族乡', 4, "Dawo'er Township"],
    ['泗县经济开发区管委会', 4, 'Sixian Economic Development Zone Administrative Committee'],
    ['中国（南京）软件谷', 4, 'Zhongguo (Nanjing) Ruanjiangu'],
  ])('of %s at level %i is %s', (name, level, english) => {
    expect(nameOf(name, level)).toBe(english);
  });

  it('is the established one if that is not pinyin', () => {
    expect(nameOf('内蒙古自治区', 1, '150000')).toBe('Inner Mongolia');
    expect(nameOf('陕西省', 1, '610000')).toBe('Shaanxi');
    expect(nameOf('湾仔区', 3, '810002')).toBe('Wan Chai District');
  });
});

describe('Pinyin', () => {
  it.each([
    ['杭州市', "hang'zhou'shi", 'hzs'],
    ['乐清市', "yue'qing'shi", 'yqs'],
    ['六合区', "lu'he'qu", 'lhq'],
    ['闵行区', "min'hang'qu", 'mhq'],
    ['于都县', "yu'du'xian", 'ydx'],
    ['喀什地区', "ka'shi'di'qu", 'ksdq'],
    ['长子县', "zhang'zi'xian", 'zzx'],
    ['中国（上海）', "zhong'guo'shang'hai", 'zgsh'],
  ])('of %s is %s, %s', (name, spelling, initials) => {
    expect(searchPinyin(syllablesOf(name))).toBe(spelling);
    expect(initialsOf(syllablesOf(name))).toBe(initials);
  });

  it('of ü is typed as v and as u', () => {
    expect(searchPinyin(syllablesOf('吕梁市'))).toBe("lv'liang'shi lu'liang'shi");
  });
});
