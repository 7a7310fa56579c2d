import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import { snippetOf, SNIPPET_KINDS } from './snippets';

const ORIGIN = 'https://example.com';
const request = {
  method: 'PATCH',
  url: '/admin-api/v1/apps/1?q=a%20b',
  headers: { Authorization: 'Bearer $TOKEN', 'Accept-Language': 'zh-CN', 'Idempotency-Key': 'k-1' },
  body: { name: "Lin's shop", password: '***' },
  isForm: false,
};

describe('snippetOf', () => {
  it('writes curl as a shell takes it', () =>
    expect(snippetOf('curl', request, ORIGIN)).toBe(
      [
        "curl -X PATCH 'https://example.com/admin-api/v1/apps/1?q=a%20b' \\",
        '  -H "Authorization: Bearer $TOKEN" \\',
        "  -H 'Accept-Language: zh-CN' \\",
        "  -H 'Content-Type: application/json' \\",
        `  -d '{"name":"Lin'\\''s shop","password":"***"}'`,
      ].join('\n'),
    ));

  it('gives a shell the body that was sent, whatever stands in it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
        (text) => {
          const script = snippetOf('curl', { ...request, body: { text } }, ORIGIN).replace(/^curl/, "printf '%s\\n'");
          const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8', env: { TOKEN: 't' } });
          expect(stdout.endsWith(`\n-d\n${JSON.stringify({ text })}\n`)).toBe(true);
        },
      ),
      { numRuns: 25 },
    );
  });

  it.each(['fetch', 'uni.request'] as const)('writes %s as a program', (kind) => {
    const source = snippetOf(kind, request, ORIGIN);
    const calls: unknown[] = [];
    runInNewContext(`(async () => { ${source} })()`, {
      fetch: (...given: unknown[]) => calls.push(given),
      uni: { request: (given: unknown) => calls.push([given]) },
    });
    expect(JSON.stringify(calls[0])).toContain(JSON.stringify(ORIGIN + request.url));
    expect(source).toContain(`"name": "Lin's shop"`);
    expect(source).toContain('"Authorization": "Bearer $TOKEN"');
  });

  it('sends a file as a form', () => {
    const upload = { ...request, method: 'POST', body: { file: '@app.apk', purpose: 'package' }, isForm: true };
    expect(snippetOf('curl', upload, ORIGIN)).toContain("-F 'file=@app.apk' \\\n  -F 'purpose=package'");
    expect(snippetOf('uni.request', upload, ORIGIN)).toContain('uni.uploadFile({');
    for (const kind of SNIPPET_KINDS) expect(snippetOf(kind, upload, ORIGIN)).not.toContain('application/json');
  });

  it.each(SNIPPET_KINDS)('repeats as %s no key of the first attempt', (kind) =>
    expect(snippetOf(kind, request, ORIGIN)).not.toContain('k-1'),
  );
});
