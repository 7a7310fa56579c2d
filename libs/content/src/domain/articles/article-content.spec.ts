import { ValidationFailedError } from '@libs/kernel';
import { RichTextRefusedError } from '../texts/rich-text-problem';
import type { BodyPreparation } from '../texts/localized-texts';
import { type ArticleChanges, type ArticleContent, changedContent, initialContent } from './article-content';

const PRESENT: ArticleContent = {
  ...initialContent({
    categoryId: 'news',
    slug: 'menu',
    title: { 'zh-CN': '菜单' },
    body: { 'zh-CN': '菜', 'en-US': 'Menu' },
  }),
  summary: { 'zh-CN': '新' },
  coverFileId: 'picture',
  tags: ['a'],
  visibility: 'public',
  pinned: true,
};

describe('The content of an article', () => {
  let prepared: [string, string][];
  const prepare: BodyPreparation = (body, format) => {
    prepared.push([body, format]);
    if (body === 'long') throw new RichTextRefusedError('too_large', 7);
    return Promise.resolve({ text: `${body}!`, showsNothing: body === '<br>', pictures: [], removed: [] });
  };

  beforeEach(() => {
    prepared = [];
  });

  const changed = (changes: ArticleChanges) => changedContent(PRESENT, changes, 'zh-CN', prepare);
  const refusal = async (changes: ArticleChanges) => {
    const error: unknown = await changed(changes).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ValidationFailedError);
    return (error as ValidationFailedError).fields.map(({ field, code }) => `${field} ${code}`);
  };

  it('keeps what is not said, without checking or rendering it again', async () => {
    expect(await changed({})).toEqual(PRESENT);
    expect(await changed({ slug: 'other', pinned: false })).toEqual({ ...PRESENT, slug: 'other', pinned: false });
    expect(prepared).toEqual([]);
  });

  it('is reset by null to that of a new article', async () => {
    const none = { summary: null, bodyFormat: null, coverFileId: null, tags: null, visibility: null, pinned: null };
    const { categoryId, slug, title, body } = PRESENT;
    expect(await changed(none)).toEqual(initialContent({ categoryId, slug, title, body }));
  });

  it('has the body prepared anew when the format is another', async () => {
    expect((await changed({ bodyFormat: 'html' })).body).toEqual({ 'zh-CN': '菜!', 'en-US': 'Menu!' });
    expect(prepared).toEqual([
      ['菜', 'html'],
      ['Menu', 'html'],
    ]);
  });

  it('has each tag once, whatever its case, in the order in which they were given', async () => {
    expect((await changed({ tags: ['b', 'a', 'b', 'B'] })).tags).toEqual(['b', 'a']);
  });

  it('may have no summary', async () => {
    expect((await changed({ summary: {} })).summary).toEqual({});
  });

  it('needs its texts in the default locale, with something to see', async () => {
    expect(await refusal({ title: { 'en-US': 'Menu' } })).toEqual(['title.zh-CN required']);
    expect(await refusal({ title: { 'zh-CN': ' \u200b' } })).toEqual(['title.zh-CN required']);
    expect(await refusal({ summary: { 'en-US': 'New' } })).toEqual(['summary.zh-CN required']);
    expect(await refusal({ summary: { 'zh-CN': '新', 'en-US': ' ' } })).toEqual(['summary.en-US required']);
    expect(await refusal({ body: { 'en-US': 'Menu' } })).toEqual(['body.zh-CN required']);
    expect(await refusal({ body: { 'zh-CN': '菜', 'en-US': '<br>' } })).toEqual(['body.en-US required']);
    expect(await refusal({ title: { 'zh-CN': 'a\u0007' }, body: { 'zh-CN': 'long' } })).toEqual([
      'title.zh-CN invalid_text',
      'body.zh-CN too_large',
    ]);
  });
});
