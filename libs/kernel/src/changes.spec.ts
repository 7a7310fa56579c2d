import { given, picked } from './changes';

describe('picked', () => {
  it('has the named fields in the named order, and no others', () => {
    const user = { id: '1', name: 'Mei', passwordHash: 'x' };
    expect(JSON.stringify(picked(user, ['name', 'id']))).toBe('{"name":"Mei","id":"1"}');
  });
});

describe('given', () => {
  it('leaves out what is undefined and keeps what is null', () => {
    const changes: { a?: number | null; b?: number; c?: number } = { a: null, b: undefined };
    const said = given(changes, ['a', 'b', 'c']);
    expect(Object.entries(said)).toEqual([['a', null]]);
  });

  it('lets through no field that is not named', () => {
    const changes = JSON.parse('{"name": "Mei", "status": "deleted", "__proto__": {"polluted": true}}') as {
      name?: string;
      status?: string;
    };
    expect(given(changes, ['name'])).toEqual({ name: 'Mei' });
  });
});
