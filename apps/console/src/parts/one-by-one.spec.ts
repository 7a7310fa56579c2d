import { Problem } from '../api/problem';
import { oneByOne, PartlyDone } from './one-by-one';

const refusal = (code: string) => Problem.from(409, { code, detail: code }, () => null);

describe('A batch of single requests', () => {
  it('goes on after a refusal, and tells the reason of each', async () => {
    const asked: string[] = [];
    const attempt = oneByOne(['a', 'b', 'c', 'd'], (id) => {
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
      oneByOne(['a', 'b'], (id) => {
        asked.push(id);
        return Promise.reject(broken);
      }),
    ).rejects.toBe(broken);
    expect(asked).toEqual(['a']);
  });
});
