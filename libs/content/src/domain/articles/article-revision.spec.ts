import { createHash } from 'node:crypto';
import { initialContent } from './article-content';
import { ArticleRevision } from './article-revision';

const ARTICLE = { tenantId: 'tenant', id: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903' };
const CONTENT = {
  ...initialContent({
    categoryId: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be906',
    slug: 'menu',
    title: { 'zh-CN': '菜单', 'en-US': 'Menu' },
    body: { 'zh-CN': '# 菜\n', 'en-US': '# "€😀"' },
  }),
  tags: ['b', 'a'],
};

/** Canonical JSON written by hand. */
const CANONICAL =
  '{"article_id":"0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903","body":{"en-US":"# \\"€😀\\"","zh-CN":"# 菜\\n"},' +
  '"body_format":"markdown","category_id":"0192f0c1-7c2a-7b3e-9d54-3f1c2a7be906","cover_file_id":null,"pinned":false,' +
  '"revision":1,"slug":"menu","summary":{},"tags":["b","a"],"title":{"en-US":"Menu","zh-CN":"菜单"},' +
  '"visibility":"members"}';

const hashOf = (content: object, revision = 1, article = ARTICLE) =>
  new ArticleRevision(article, revision, { ...CONTENT, ...content }, null).revisionHash;

describe('The hash of a revision of an article', () => {
  it('is SHA-256, in hex, of the canonical JSON (RFC 8785)', () => {
    expect(hashOf({})).toBe(createHash('sha256').update(CANONICAL, 'utf8').digest('hex'));
  });

  it.each([
    { categoryId: 'another' },
    { slug: 'menus' },
    { title: { 'zh-CN': '菜单' } },
    { summary: { 'zh-CN': '菜' } },
    { body: { 'zh-CN': '# 菜' } },
    { bodyFormat: 'html' },
    { coverFileId: 'picture' },
    { tags: ['a', 'b'] },
    { visibility: 'public' },
    { pinned: true },
  ])('is another with %j', (content) => {
    expect(hashOf(content)).not.toBe(hashOf({}));
  });

  it('is another for another revision and another article', () => {
    expect(new Set([hashOf({}), hashOf({}, 2), hashOf({}, 1, { ...ARTICLE, id: 'other' })]).size).toBe(3);
  });
});
