// Rebuilds the two fonts and their licences: `node libs/captcha/assets/fonts/make.mjs`. It fetches the full fonts and
// the subsetter from the npm registry into a temporary directory; the project itself depends on neither.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SUBSETTER = 'subset-font@2.9.0';

const FONTS = [
  {
    name: 'noto-sans-sc-bold',
    source: '@fontsource/noto-sans-sc@5.3.0',
    file: 'files/noto-sans-sc-chinese-simplified-700-normal.woff2',
    copyright: "Copyright 2014-2021 Adobe (http://www.adobe.com/), with Reserved Font Name 'Source'.",
  },
  {
    name: 'zcool-kuaile',
    source: '@fontsource/zcool-kuaile@5.3.0',
    file: 'files/zcool-kuaile-chinese-simplified-400-normal.woff2',
    copyright: 'Copyright 2018 The ZCOOL KuaiLe Project Authors (https://github.com/googlefonts/zcool-kuaile)',
  },
];

const here = import.meta.dirname;
const { hanzi, latin } = JSON.parse(readFileSync(join(here, 'characters.json'), 'utf8'));
const directory = mkdtempSync(join(tmpdir(), 'captcha-fonts-'));
try {
  const packages = [SUBSETTER, ...FONTS.map(({ source }) => source)];
  execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', directory, ...packages], {
    stdio: 'inherit',
  });
  const installed = join(directory, 'node_modules');
  const subset = createRequire(join(installed, 'any.js'))('subset-font');
  for (const { name, source, file, copyright } of FONTS) {
    const home = join(installed, source.slice(0, source.lastIndexOf('@')));
    const font = await subset(readFileSync(join(home, file)), hanzi + latin, { targetFormat: 'truetype' });
    writeFileSync(join(here, `${name}.ttf`), font);
    // The packages name the distributor on the first line; the licence requires the copyright stated in the font
    // itself.
    const licence = readFileSync(join(home, 'LICENSE'), 'utf8');
    const text = licence.slice(licence.indexOf('This Font Software'));
    writeFileSync(join(here, `${name}.OFL.txt`), `${copyright}\n\n${text.trimEnd()}\n`);
    process.stdout.write(`${name}: ${font.length} bytes\n`);
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
