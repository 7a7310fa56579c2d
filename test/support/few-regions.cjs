// Loaded before the program (`NODE_OPTIONS=--require`), which starts a process that makes the data set of regions: that
// one writes three of them instead, for starts that are not about the other fifty thousand.
const { writeSync } = require('node:fs');
const { basename } = require('node:path');

const region = (code, parentCode, level, name, pinyin, initials) => ({
  code,
  parentCode,
  level,
  names: { 'zh-CN': name },
  pinyin,
  initials,
  status: 'active',
  successorCodes: [],
});

if (basename(process.argv[1] ?? '') === 'build-process.js') {
  const regions = [
    region('CN', null, 0, '中国', "zhong'guo", 'zg'),
    region('330000', 'CN', 1, '浙江省', "zhe'jiang'sheng", 'zjs'),
    region('330100', '330000', 2, '杭州市', "hang'zhou'shi", 'hzs'),
  ];
  writeSync(1, JSON.stringify(regions));
  process.exit();
}
