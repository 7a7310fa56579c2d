import { suiteApi } from '../support/suite';

describe('The pages of the documentation', () => {
  const api = suiteApi();

  it.each(['json', 'yaml'])('come with the document as %s, written once and not for each who asks', async (form) => {
    const texts: string[] = [];
    const costs: number[] = [];
    for (let asked = 0; asked < 5; asked++) {
      const before = process.threadCpuUsage();
      const answer = await fetch(`${api.url}/docs/openapi.${form}`);
      texts.push(await answer.text());
      const { user, system } = process.threadCpuUsage(before);
      costs.push((user + system) / 1_000);
      expect(answer.headers.get('content-type')).toMatch(new RegExp(`/${form}; charset=utf-8$`));
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]?.length).toBeGreaterThan(100_000);
    // Of the quickest one, with what asking costs.
    expect(Math.min(...costs)).toBeLessThan(20);
  });
});
