import { oncePer } from './once-per';

describe('What follows from an object', () => {
  it('is found once for each', () => {
    const find = jest.fn((key: { name: string }) => [key.name]);
    const of = oncePer(find);
    const [lin, other] = [{ name: 'Lin' }, { name: 'Lin' }];
    const first = of(lin);
    expect(of(lin)).toBe(first);
    expect(of(other)).toEqual(first);
    expect(of(other)).not.toBe(first);
    expect(find).toHaveBeenCalledTimes(2);
  });

  it('is looked for again after an error', () => {
    const find = jest.fn(() => ['found']);
    find.mockImplementationOnce(() => {
      throw new Error('Not yet');
    });
    const of = oncePer(find);
    const key = {};
    expect(() => of(key)).toThrow('Not yet');
    expect(of(key)).toEqual(['found']);
  });
});
