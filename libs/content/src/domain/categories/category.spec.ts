import { newId, ValidationFailedError } from '@libs/kernel';
import { Category, type NewCategory } from './category';

const SCOPE = { tenantId: newId(), appId: newId(), defaultLocale: 'zh-CN' } as const;
const NEWS: NewCategory = { slug: 'news', name: { 'zh-CN': '新闻' } };

describe('Category', () => {
  it('is active, on the first level and in no particular order at first', () => {
    expect(new Category(SCOPE, NEWS)).toMatchObject({
      ...NEWS,
      tenantId: SCOPE.tenantId,
      appId: SCOPE.appId,
      parentId: null,
      sortOrder: 0,
      status: 'active',
      lockVersion: 1,
    });
    expect(new Category(SCOPE, { ...NEWS, sortOrder: null, status: null, parentId: null })).toMatchObject({
      parentId: null,
      sortOrder: 0,
      status: 'active',
    });
  });

  it('keeps what a change does not name, and has what a new one has where it is null', () => {
    const [parentId, slug] = [newId(), 'events'];
    const category = new Category(SCOPE, { ...NEWS, parentId, sortOrder: 7, status: 'disabled' });
    category.update(SCOPE, { slug });
    expect(category).toMatchObject({
      slug,
      name: NEWS.name,
      parentId,
      sortOrder: 7,
      status: 'disabled',
      lockVersion: 2,
    });
    category.update(SCOPE, { name: { 'zh-CN': '活动', 'en-US': 'Events' }, sortOrder: null, status: null });
    expect(category).toMatchObject({
      name: { 'zh-CN': '活动', 'en-US': 'Events' },
      parentId,
      sortOrder: 0,
      status: 'active',
    });
    category.update(SCOPE, { parentId: null });
    expect(category).toMatchObject({ slug, parentId: null, lockVersion: 4 });
  });

  it.each([
    [{ 'en-US': 'News' }, ['name.zh-CN required']],
    [{ 'zh-CN': ' \u3000' }, ['name.zh-CN required']],
    [{ 'zh-CN': '新闻', 'en-US': '\u200b' }, ['name.en-US required']],
    [{ 'zh-CN': '新\u0007闻' }, ['name.zh-CN invalid_text']],
    [{ 'en-US': '' }, ['name.en-US required', 'name.zh-CN required']],
  ])('refuses the name %j', (name, expected) => {
    for (const attempt of [
      () => new Category(SCOPE, { ...NEWS, name }),
      () => new Category(SCOPE, NEWS).update(SCOPE, { name }),
    ]) {
      let refused: unknown;
      try {
        attempt();
      } catch (error) {
        refused = error;
      }
      expect(refused).toBeInstanceOf(ValidationFailedError);
      expect((refused as ValidationFailedError).fields.map(({ field, code }) => `${field} ${code}`)).toEqual(expected);
    }
  });
});
