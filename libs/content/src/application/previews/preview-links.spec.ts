import { randomBytes } from 'node:crypto';
import { type Config, Secrets } from '@libs/foundation';
import { type PreviewKind, PreviewLinks } from './preview-links';

const APP = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907';
const ID = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905';
const NOW = Date.parse('2026-11-20T08:30:00.400Z');
const HOUR = 3_600_000;

const aKey = (id: string) => ({ id, bytes: randomBytes(32) });
const [older, newer] = [aKey('k1'), aKey('k2')];
const linksOf = (...keys: ReturnType<typeof aKey>[]) =>
  new PreviewLinks(new Secrets(keys), { publicBaseUrl: 'https://api.example.com' } as Config);
const links = linksOf(older);

const create = (by = links, kind: PreviewKind = 'articles') => by.create({ kind, appId: APP, id: ID }, NOW);
const tokenOf = (url: string) => new URL(url).searchParams.get('token')!;

describe('A link to a draft', () => {
  it('is valid for an hour', () => {
    const { url, expiresAt } = create();
    expect(url).toMatch(
      new RegExp(
        `^https://api\\.example\\.com/api/v1/public/previews/articles/${ID}\\?token=${APP}\\.\\d+\\.[\\w-]{43}$`,
      ),
    );
    expect(expiresAt).toEqual(new Date('2026-11-20T09:30:00Z'));
    const expires = expiresAt.getTime() / 1_000;
    expect(links.find('articles', ID.toUpperCase(), tokenOf(url), NOW)).toEqual({
      kind: 'articles',
      appId: APP,
      id: ID,
      expires,
    });
    expect(links.find('articles', ID, tokenOf(url), expiresAt.getTime() - 1)).not.toBeNull();
    expect(links.find('articles', ID, tokenOf(url), expiresAt.getTime())).toBeNull();
  });

  it('shows nothing else, and nothing when any of it is changed', () => {
    const token = tokenOf(create().url);
    const [appId = '', expires = '', signature = ''] = token.split('.');
    const other = ID.replace(/5$/, '6');
    expect(links.find('articles', other, token, NOW)).toBeNull();
    for (const kind of ['pages', 'picture'] as const) expect(links.find(kind, ID, token, NOW)).toBeNull();
    for (const [at, character] of [...token].entries()) {
      const changed = token.slice(0, at) + (character === '0' ? '1' : '0') + token.slice(at + 1);
      expect(links.find('articles', ID, changed, NOW)).toBeNull();
    }
    for (const malformed of [
      '',
      `${token}x`,
      `${appId}.${Number(expires) + 60}.${signature}`,
      `${token}\n`,
      [token],
      undefined,
    ]) {
      expect(links.find('articles', ID, malformed, NOW)).toBeNull();
    }
    expect(links.find('articles', 'x', token, NOW)).toBeNull();
  });

  it('opens its pictures as long as itself, each by a signature of its own', () => {
    const link = links.find('pages', ID, tokenOf(create(links, 'pages').url), NOW)!;
    const url = links.pictureUrl(link, APP);
    expect(url).toMatch(new RegExp(`^https://api\\.example\\.com/api/v1/public/content-images/${APP}\\?token=[^&"]+$`));
    expect(links.find('picture', APP, tokenOf(url), NOW)?.expires).toBe(link.expires);
    expect(links.find('picture', ID, tokenOf(url), NOW)).toBeNull();
    expect(links.find('picture', APP, tokenOf(url), NOW + HOUR)).toBeNull();
  });

  it('outlives a new key, and ends when its own is dropped', () => {
    const token = tokenOf(create().url);
    expect(linksOf(newer, older).find('articles', ID, token, NOW)).not.toBeNull();
    expect(linksOf(newer).find('articles', ID, token, NOW)).toBeNull();
  });
});
