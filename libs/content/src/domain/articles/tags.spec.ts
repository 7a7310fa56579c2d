import { distinctTags, tagKey } from './tags';

describe('Tags', () => {
  it('are compared without regard to case, in any script, and to how accents are encoded', () => {
    expect(tagKey(' News ')).toBe('news');
    expect(tagKey('ÄPFEL')).toBe(tagKey('äpfel'));
    expect(tagKey('НОВОСТИ')).toBe(tagKey('новости'));
    expect(tagKey('Cafe\u0301')).toBe(tagKey('CAFÉ'));
    expect(tagKey('菜单')).toBe('菜单');
  });

  it('of an article are kept as first written, in their order', () => {
    expect(distinctTags(['News', 'autumn', 'NEWS', '菜单', 'Autumn', 'news'])).toEqual(['News', 'autumn', '菜单']);
  });
});
