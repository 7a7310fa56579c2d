import { derivedId, isUuid, newId } from './ids';

describe('newId', () => {
  it('is a UUID of version 7, in lower case', () => {
    expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('is ordered by time', () => {
    const ids = Array.from({ length: 1_000 }, newId);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(1_000);
  });
});

describe('derivedId', () => {
  it('is the same UUID for the same two, and another one if either differs', () => {
    const [one, other] = [newId(), newId()];
    expect(isUuid(derivedId(one, 'a'))).toBe(true);
    expect(derivedId(one, 'a')).toBe(derivedId(one, 'a'));
    expect(new Set([one, other].flatMap((id) => ['a', 'b'].map((name) => derivedId(id, name)))).size).toBe(4);
  });
});

describe('isUuid', () => {
  it('accepts 8-4-4-4-12 hexadecimal digits of any version and case', () => {
    expect(isUuid(newId())).toBe(true);
    expect(isUuid('00000000-0000-0000-0000-000000000000')).toBe(true);
    expect(isUuid('FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF')).toBe(true);
  });

  it('accepts nothing else', () => {
    const id = newId();
    for (const value of [
      '',
      `${id}\n`,
      ` ${id}`,
      `{${id}}`,
      id.replaceAll('-', ''),
      `${id}0`,
      id.slice(1),
      `g${id.slice(1)}`,
      null,
      undefined,
      1,
      [id],
      { toString: () => id },
    ]) {
      expect(isUuid(value)).toBe(false);
    }
  });
});
