import { found, ResourceNotFoundError } from './common-errors';

describe('found', () => {
  it('returns what there is', () => {
    const resource = { id: 'a' };
    expect(found<object>(resource)).toBe(resource);
  });

  it.each([null, undefined])('refuses %s', (nothing) => {
    expect(() => found<object>(nothing)).toThrow(ResourceNotFoundError);
  });
});
