import { isOf } from './form-fields';

describe('An error of the API', () => {
  const names = ['items', 'items.0.label', 'items.0.key', 'name'];

  it('is told at the field that it is about', () => {
    expect(names.filter((name) => isOf('items.0.label.zh-CN', name, names))).toEqual(['items.0.label']);
    expect(names.filter((name) => isOf('name.zh-CN', name, names))).toEqual(['name']);
  });

  it('is told at the list where no field of the row is on the page', () => {
    expect(names.filter((name) => isOf('items.3.label.zh-CN', name, names))).toEqual(['items']);
    expect(names.filter((name) => isOf('items', name, names))).toEqual(['items']);
  });

  it('is told at no other field', () => {
    expect(names.filter((name) => isOf('names', name, names))).toEqual([]);
    expect(isOf('items.10.label', 'items.1.label', [...names, 'items.1.label'])).toBe(false);
  });
});
