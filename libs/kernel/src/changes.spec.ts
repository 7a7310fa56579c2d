import { changedBy, given, picked } from './changes';

interface Opening {
  readonly enabled: boolean;
  readonly from: string;
  readonly note: string | null;
}

const AT_FIRST: Opening = { enabled: false, from: '08:00', note: null };
const PRESENT: Opening = { enabled: true, from: '09:00', note: 'Ring twice' };

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

describe('changedBy', () => {
  it('keeps what the changes do not name, and what they name as undefined', () => {
    expect(changedBy({}, PRESENT, AT_FIRST)).toEqual(PRESENT);
    expect(changedBy(undefined, PRESENT, AT_FIRST)).toEqual(PRESENT);
    expect(changedBy({ from: undefined, enabled: false }, PRESENT, AT_FIRST)).toEqual({ ...PRESENT, enabled: false });
  });

  it('brings back by null what there was at first, in one field or in all', () => {
    expect(changedBy({ from: null, note: null }, PRESENT, AT_FIRST)).toEqual({ ...AT_FIRST, enabled: true });
    expect(changedBy(null, PRESENT, AT_FIRST)).toBe(AT_FIRST);
  });

  it('takes what is false or empty for a value', () => {
    expect(changedBy({ enabled: false, note: '' }, PRESENT, { ...AT_FIRST, enabled: true, note: 'x' })).toEqual({
      enabled: false,
      from: '09:00',
      note: '',
    });
  });

  it('changes neither of what it is given', () => {
    const [present, atFirst] = [Object.freeze({ ...PRESENT }), Object.freeze({ ...AT_FIRST })];
    changedBy({ from: '10:00', note: null }, present, atFirst);
    expect(present).toEqual(PRESENT);
    expect(atFirst).toEqual(AT_FIRST);
  });

  it('lets nothing in that is no setting, and keeps settings that only a newer version of the program knows', () => {
    const changes = { from: '10:00', lockVersion: 9 } as object;
    const present = { ...PRESENT, until: '18:00' };
    expect(changedBy(changes, present, AT_FIRST)).toEqual({ ...present, from: '10:00' });
  });
});
