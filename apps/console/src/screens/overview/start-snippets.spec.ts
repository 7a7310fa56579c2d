import { runInNewContext } from 'node:vm';
import { startSnippets } from './start-snippets';

const APP = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901';

describe('startSnippets', () => {
  const { uni, curl } = startSnippets('https://example.com', APP);

  it('asks for the configuration of this App by curl', () =>
    expect(curl).toBe(`curl 'https://example.com/api/v1/public/config' \\\n  -H 'X-AppID: ${APP}'`));

  it('asks for the same in uni-app, in the language of the phone', () => {
    const asked: unknown[] = [];
    const phone = { request: (options: unknown) => asked.push(options), getLocale: () => 'zh-Hans' };
    runInNewContext(uni, { uni: phone });
    expect(asked).toEqual([
      expect.objectContaining({
        url: 'https://example.com/api/v1/public/config',
        header: { 'X-AppID': APP, 'Accept-Language': 'zh-Hans' },
      }),
    ]);
  });
});
