import { Problem } from '../api/problem';
import { oneByOne, PartlyDone } from './one-by-one';

const batchOf = (ids: string, signal = new AbortController().signal) => ({
  rows: new Map([...ids].map((id, index) => [id, { lock_version: index + 3 }])),
  signal,
});
const refusal = (code: string) => Problem.from(409, { code, detail: code }, () => null);

describe('A batch of single requests', () => {
  it('goes on after a refusal, and tells the reason of each', async () => {
    const asked: string[] = [];
    const attempt = oneByOne(batchOf('abcd'), (_row, id) => {
      asked.push(id);
      return 'bd'.includes(id) ? Promise.reject(refusal(`JOB.${id}`)) : Promise.resolve();
    });
    const failure = await attempt.catch((error: unknown) => error as PartlyDone);
    expect(asked).toEqual(['a', 'b', 'c', 'd']);
    expect(failure).toBeInstanceOf(PartlyDone);
    expect(failure).toMatchObject({ done: 2 });
    expect([...(failure as PartlyDone).failures].map(([id, { code }]) => [id, code])).toEqual([
      ['b', 'JOB.b'],
      ['d', 'JOB.d'],
    ]);
  });

  it('stops at a failure of the page itself', async () => {
    const asked: string[] = [];
    const broken = new TypeError('broken');
    await expect(
      oneByOne(batchOf('ab'), (_row, id) => {
        asked.push(id);
        return Promise.reject(broken);
      }),
    ).rejects.toBe(broken);
    expect(asked).toEqual(['a']);
  });

  it('does it to each row as the list showed it', async () => {
    const asked: unknown[] = [];
    await oneByOne(batchOf('ab'), ({ lock_version }, id) => Promise.resolve(asked.push([id, lock_version])));
    expect(asked).toEqual([
      ['a', 3],
      ['b', 4],
    ]);
  });

  it('stops before the next row once what it is about is left, and tells which were not begun', async () => {
    const leaving = new AbortController();
    const asked: string[] = [];
    const attempt = oneByOne(batchOf('abcd', leaving.signal), (_row, id) => {
      asked.push(id);
      if (id !== 'b') return Promise.resolve();
      leaving.abort();
      return Promise.reject(refusal('PAGE.b'));
    });
    const failure = (await attempt.catch((error: unknown) => error)) as PartlyDone;
    expect(asked).toEqual(['a', 'b']);
    expect(failure).toBeInstanceOf(PartlyDone);
    expect(failure).toMatchObject({ done: 1, notBegun: ['c', 'd'] });
    expect([...failure.failures.keys()]).toEqual(['b']);
  });

  it('is no failure where the page is left after the last row', async () => {
    const leaving = new AbortController();
    await oneByOne(batchOf('a', leaving.signal), () => Promise.resolve(leaving.abort()));
  });
});
