import { field } from './field';
import { but, type ChangesOf, changesIn, fields, having, type NewOf, only, valuesIn, wireOf } from './field-table';

const shelf = fields({
  id: field.uuid(),
  displayName: field.text(20),
  width: field.integer(1, 10).initially(3),
  ownerId: field.uuid().nullable().initially(null),
  openedAt: field.instant().nullable().initially(null),
});

class Shelf extends having(shelf) {}

describe('A table of fields', () => {
  it('gives new resources their initial values', () => {
    const given: NewOf<typeof shelf> = { id: '1', displayName: 'Left', ownerId: null };
    expect(valuesIn(shelf, given)).toEqual({ ...given, width: 3, openedAt: null });
    expect(new Shelf({ id: '1', displayName: 'Left', width: 5 })).toEqual({
      id: '1',
      displayName: 'Left',
      width: 5,
      ownerId: null,
      openedAt: null,
    });
  });

  it('lets nobody change an initial value, which all share', () => {
    const tagged = fields({ tags: field.texts().initially([]) });
    const one = valuesIn(tagged, {});
    expect(() => (one.tags as string[]).push('x')).toThrow(TypeError);
    expect(valuesIn(tagged, {})).toEqual({ tags: [] });
  });

  it('brings initial values back for null, and leaves alone what nothing is said of', () => {
    const changes: ChangesOf<typeof shelf> = { width: null, displayName: undefined, ownerId: 'x' };
    expect(changesIn(shelf, changes)).toEqual({ width: 3, ownerId: 'x' });
  });

  it('drops what is no field of it', () => {
    expect(changesIn(only(shelf, 'width'), { width: 4, displayName: 'Right' } as ChangesOf<typeof shelf>)).toEqual({
      width: 4,
    });
  });

  it('tells its fields by their names on the wire, in its order', () => {
    const values = { id: '1', displayName: 'Left', width: 3, ownerId: null, openedAt: new Date(0) };
    expect(JSON.stringify(wireOf(but(shelf, 'ownerId'), values))).toBe(
      '{"id":"1","display_name":"Left","width":3,"opened_at":"1970-01-01T00:00:00.000Z"}',
    );
  });
});
