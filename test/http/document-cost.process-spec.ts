import { suiteApi } from '../support/suite';

const LONG = 100_000;

describe('The pages of the documentation', () => {
  const api = suiteApi();

  /** @returns the processor's milliseconds of an answer, with what asking costs. */
  async function costOf(form: string, texts: Set<string>): Promise<number> {
    const before = process.threadCpuUsage();
    const answer = await fetch(`${api.url}/docs/openapi.${form}`);
    texts.add(await answer.text());
    const { user, system } = process.threadCpuUsage(before);
    expect(answer.headers.get('content-type')).toMatch(new RegExp(`/${form}; charset=utf-8$`));
    expect(answer.headers.get('cache-control')).toBe('no-store');
    return (user + system) / 1_000;
  }

  it('come with the document as json, written once and not for each who asks', async () => {
    const texts = new Set<string>();
    await costOf('json', texts);
    const { stringify } = JSON;
    let written = 0;
    JSON.stringify = ((...given: Parameters<typeof stringify>) => {
      const text = stringify(...given);
      if ((text as string | undefined) && text.length > LONG) written += 1;
      return text;
    }) as typeof stringify;
    try {
      for (let asked = 0; asked < 4; asked++) await costOf('json', texts);
    } finally {
      JSON.stringify = stringify;
    }
    expect(written).toBe(0);
    expect([...texts].map(({ length }) => length > LONG)).toEqual([true]);
  });

  it('come with the document as yaml, written once and not for each who asks', async () => {
    const texts = new Set<string>();
    const first = await costOf('yaml', texts);
    const others: number[] = [];
    for (let asked = 0; asked < 4; asked++) others.push(await costOf('yaml', texts));
    expect([...texts].map(({ length }) => length > LONG)).toEqual([true]);
    // Writing it takes ten times as long as sending it, on whatever machine.
    expect(Math.min(...others)).toBeLessThan(first / 2);
  });
});
