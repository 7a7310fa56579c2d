import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { promisify } from 'node:util';
import { captchaWidget } from '../../packages/sdk/src/captcha-widgets';
import type { CaptchaChallenge } from '../../packages/sdk/src/captcha';
import { readSources } from './sources';

/** In a process of its own: the generator is a module, and loads the compiler. */
const GENERATION = `
  import { readFileSync } from 'node:fs';
  import { generateSdk } from './tools/generate-sdk.mjs';
  const files = await generateSdk(JSON.parse(readFileSync('openapi.json', 'utf8')));
  process.stdout.write(JSON.stringify(files));`;

describe('The SDK', () => {
  it('knows the operations, the types and the errors of openapi.json (npm run openapi writes them)', async () => {
    const options = ['--input-type=module', '-e', GENERATION];
    const { stdout } = await promisify(execFile)(process.execPath, options, { maxBuffer: 64 * 1024 * 1024 });
    const files = Object.entries(JSON.parse(stdout) as Record<string, string>);
    expect(files).toHaveLength(5);
    for (const [path, content] of files) {
      expect({ path, isCurrent: readFileSync(path, 'utf8') === content }).toEqual({ path, isCurrent: true });
    }
  }, 60_000);

  it('has every operation that members, administrators or programs may call', () => {
    const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as Record<'paths', Record<string, object>>;
    const documented = Object.entries(paths)
      .filter(([path]) => /^\/(?:api|admin-api)\/v1\//.test(path) && !path.includes('/compat/'))
      .flatMap(([, item]) => Object.values(item) as { operationId?: string }[])
      .flatMap(({ operationId }) => operationId ?? [])
      .filter((name) => !/^head[A-Z]/.test(name));
    const generated = ['mobile', 'admin'].flatMap((surface) => [
      ...readFileSync(`packages/sdk/src/generated/${surface}-operations.ts`, 'utf8').matchAll(/^export const (\w+)/gm),
    ]);
    expect(generated.map(([, name]) => name).sort()).toEqual(documented.sort());
  });

  it('imports nothing but itself', () => {
    const sources = readSources('packages/sdk/src/**/*.ts');
    expect(sources.length).toBeGreaterThan(20);
    const foreign = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/from '([^']+)'/g)]
        .map(([, name = '']) => name)
        .filter((name) => !/^\.{1,2}\/[\w./-]+\.js$/.test(name))
        .map((name) => ({ path, name })),
    );
    expect(foreign).toEqual([]);
  });
});

describe('Widgets of the CAPTCHA get of the SDK', () => {
  const image = (width: number, height: number) => ({ data_url: `data:${width}`, width, height });
  const common = { captcha_id: 'id', captcha_token: 'token', expires_in_seconds: 300, instruction: 'Do it' };
  const tile = { ...common, main_image: image(300, 220), tile_image: image(60, 62), initial_point: { x: 5, y: 40 } };
  const challenges = [
    { ...common, type: 'click', main_image: image(300, 220), prompt_image: image(150, 40), required_points: 3 },
    { ...tile, type: 'slide' },
    { ...tile, type: 'drag' },
    { ...common, type: 'rotate', main_image: image(220, 220), thumb_image: image(150, 150) },
  ] as CaptchaChallenge[];
  const confirmed = { click: [{ x: 1, y: 2, index: 1 }], slide: { x: 8, y: 9 }, drag: { x: 8, y: 9 }, rotate: 90 };

  interface Adapter {
    config(challenge: CaptchaChallenge): object;
    data(challenge: CaptchaChallenge): object;
    response(confirmed: unknown): object;
  }
  const ofPage = runInNewContext(
    `globalThis['go-captcha-vue'] = {}; ${readFileSync('apps/api/src/captcha-page/assets/adapter.js', 'utf8')}; goCaptcha`,
  ) as Record<string, Adapter>;

  it.each(challenges)('what they get on the page that shows them: $type', (challenge) => {
    const { type, config, data, response } = captchaWidget(challenge);
    const plain = (value: object) => JSON.parse(JSON.stringify(value)) as object;
    const adapter = ofPage[type]!;
    expect(config).toEqual(plain(adapter.config(challenge)));
    expect(data).toEqual(plain(adapter.data(challenge)));
    expect(response(confirmed[type])).toEqual(plain(adapter.response(confirmed[type])));
  });
});
