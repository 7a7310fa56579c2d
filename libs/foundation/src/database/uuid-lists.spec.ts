import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { parseUuidList } from './uuid-lists';

describe('A list of uuids from PostgreSQL', () => {
  it('is read as it is, with whatever is in it', () => {
    fc.assert(fc.property(fc.array(fc.uuid()), (ids) => expect(parseUuidList(`{${ids.join(',')}}`)).toEqual(ids)));
    const [a, b] = [randomUUID(), randomUUID()];
    expect(parseUuidList(`{NULL,${a}}`)).toEqual([null, a]);
    expect(parseUuidList(`{${a},NULL,${b}}`)).toEqual([a, null, b]);
    expect(parseUuidList(`{{${a}},{${b}}}`)).toEqual([[a], [b]]);
  });
});
