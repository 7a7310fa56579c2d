import { existsSync, globSync, readFileSync } from 'node:fs';
import { guideUrl } from '../guide';
import { ROUTES } from '../routes';
import { SCREEN_GUIDES } from './screen-guides';

/** Those of the screens, and those beside fields. */
const named = new Set([
  ...Object.values(SCREEN_GUIDES),
  ...globSync('apps/console/src/**/*.vue').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/(?<=\s)(?:guide|page)="([a-z/-]+)"/g)].map(([, page = '']) => page),
  ),
]);

describe('The guide', () => {
  it('tells about each screen', () => {
    expect(Object.keys(SCREEN_GUIDES).sort()).toEqual(ROUTES.map(({ name }) => name).sort());
  });

  it('has each page that the console leads to, in both languages', () => {
    expect(named.size).toBeGreaterThan(15);
    const files = [...named].flatMap((page) => [`docs/${page}.md`, `docs/zh/${page}.md`]);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('is read in Chinese by those who read Chinese, and in English by all others', () => {
    const urls = ['zh-CN', 'zh-TW', 'en-US', 'ja-JP'].map((locale) => guideUrl('modules/releases', locale));
    const [chinese, english] = ['/docs/guide/zh/modules/releases', '/docs/guide/modules/releases'];
    expect(urls).toEqual([chinese, chinese, english, english]);
  });
});
