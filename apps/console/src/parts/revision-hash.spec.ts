import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { revisionHash } from './revision-hash';

interface OpenApi {
  readonly components: {
    readonly schemas: Readonly<
      Record<string, { readonly properties: Readonly<Record<string, { readonly description?: string }>> }>
    >;
  };
}

describe('The hash of a revision', () => {
  it('is that of its canonical JSON, in whatever order its members came', async () => {
    const revision = {
      published_at: '2026-11-20T08:30:00.000Z',
      effective_at: null,
      title: { 'zh-CN': '关于"我们"', 'en-US': 'About us' },
      revision: 3,
      key: 'about-us',
      body_format: 'markdown' as const,
      body: { 'en-US': '# Shop\n\u0001', 'zh-CN': '😀' },
    };
    const json = [
      String.raw`{"body":{"en-US":"# Shop\n\u0001","zh-CN":"😀"},"body_format":"markdown","effective_at":null,`,
      String.raw`"key":"about-us","revision":3,"title":{"en-US":"About us","zh-CN":"关于\"我们\""}}`,
    ].join('');
    expect(await revisionHash(revision)).toBe(createHash('sha256').update(json).digest('hex'));
  });

  it('reads lists and truths, as articles have them', async () => {
    const json = '{"article_id":"a","pinned":false,"revision":1,"tags":["z","a"]}';
    const article = { tags: ['z', 'a'], pinned: false, revision: 1, article_id: 'a', published_by: null };
    expect(await revisionHash(article)).toBe(createHash('sha256').update(json).digest('hex'));
  });

  it.each(['AdminArticleRevisionResponse', 'AdminPageRevisionResponse'])('covers what the API hashes of %s', (name) => {
    const { components } = JSON.parse(readFileSync('openapi.json', 'utf8')) as OpenApi;
    const { properties } = components.schemas[name]!;
    const [, hashed = ''] = /\(RFC 8785\) of (.*)$/.exec(properties['revision_hash']!.description!) ?? [];
    const aside = ['revision_hash', 'published_at', 'published_by'];
    expect(Object.keys(properties).sort()).toEqual([...hashed.split(', '), ...aside].sort());
  });
});
