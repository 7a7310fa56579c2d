import { placeAfter } from './order';

describe('placeAfter', () => {
  const rows = ['a', 'b', 'c', 'd'];
  const moved = (from: number, to: number) => rows.toSpliced(from, 1).toSpliced(to, 0, rows[from]!);

  it('follows every row through every move', () => {
    for (const from of rows.keys())
      for (const to of rows.keys())
        for (const [place, row] of rows.entries())
          expect({ from, to, row, at: moved(from, to)[placeAfter(place, from, to)] }).toEqual({
            from,
            to,
            row,
            at: row,
          });
  });
});
