import { steadied } from './steady';

const row = (id: string, state: string) => ({ id, state });
const idOf = ({ id }: { id: string }) => id;

describe('Rows that are read again and again', () => {
  it('keep their places, and show what has become of them', () => {
    const held = [row('c', 'ready'), row('b', 'dead'), row('a', 'active')];
    const fresh = [row('e', 'ready'), row('d', 'ready'), row('a', 'completed'), row('c', 'active')];
    expect(steadied(held, fresh, idOf)).toEqual({
      rows: [row('c', 'active'), row('b', 'dead'), row('a', 'completed')],
      newer: 2,
      missing: ['b'],
    });
  });
});
