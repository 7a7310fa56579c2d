import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { webhookHeaders } from '@libs/foundation';
import { deliverySnippet, SIGNATURE_CHECKS } from '../../apps/console/src/screens/webhooks/signature-snippets';

const SECRET = `whsec_${Buffer.from('a key with \0 and ÿ in it, 32 bytes').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another key, of the same length.').toString('base64')}`;
const BODY = `{"id":"e","type":"member.registered","data":{"name":"O'Brien 林 $HOME \`x\` \\\\"}}`;

const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1_000);
const signed = (secrets: readonly string[], at = new Date()) => webhookHeaders('msg_1', BODY, secrets, at);

/** What came, and whether it is ours. */
const CASES = [
  ['signed by the secret', signed([SECRET]), BODY, true],
  ['signed by two, while the secret is rotated', signed([OTHER, SECRET]), BODY, true],
  ['of four minutes ago', signed([SECRET], ago(240)), BODY, true],
  ['signed by another secret', signed([OTHER]), BODY, false],
  ['with another body', signed([SECRET]), BODY.replace('registered', 'deleted'), false],
  ['with the id of another', { ...signed([SECRET]), 'webhook-id': 'msg_2' }, BODY, false],
  ['of six minutes ago', signed([SECRET], ago(360)), BODY, false],
  ['of six minutes hence', signed([SECRET], ago(-360)), BODY, false],
  ['at no time', { ...signed([SECRET]), 'webhook-timestamp': 'now' }, BODY, false],
  [
    'of another version',
    { ...signed([SECRET]), 'webhook-signature': signed([SECRET])['webhook-signature']!.replace('v1', 'v2') },
    BODY,
    false,
  ],
  ['with a signature that is none', { ...signed([SECRET]), 'webhook-signature': 'v1,ü v1' }, BODY, false],
  ['unsigned', { 'content-type': 'application/json' }, BODY, false],
] as const;

const codeOf = (language: string) => SIGNATURE_CHECKS.find((each) => each.language === language)!.code;
const has = (program: string) => spawnSync(program, ['--version']).status === 0;

describe('The check of a signature', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'signature-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs the snippet with a main program after it, which answers a JSON array. */
  function verdicts(program: string, name: string, source: string): boolean[] {
    const file = join(folder, name);
    writeFileSync(file, source);
    const { stdout, stderr, status } = spawnSync(program, [file], { encoding: 'utf8', input: INPUT });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as boolean[];
  }

  const INPUT = JSON.stringify(CASES.map(([, headers, body]) => ({ headers, body, secret: SECRET })));
  const wanted = CASES.map(([, , , isOurs]) => isOurs);

  it('by Node.js', () => {
    const main = `
import { readFileSync } from 'node:fs';
const all = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify(all.map(({ headers, body, secret }) => isAuthentic(headers, Buffer.from(body), secret))));`;
    expect(verdicts(process.execPath, 'check.mjs', codeOf('Node.js') + main)).toEqual(wanted);
  });

  (has('python3') ? it : it.skip)('by Python', () => {
    const main = `

import json, sys
print(json.dumps([is_authentic(c["headers"], c["body"].encode(), c["secret"]) for c in json.load(sys.stdin)]))`;
    expect(verdicts('python3', 'check.py', codeOf('Python') + main)).toEqual(wanted);
  });

  (has('java') ? it : it.skip)('by Java', () => {
    const literal = (text: string | undefined) =>
      text === undefined
        ? 'null'
        : JSON.stringify(text).replaceAll(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
    const calls = CASES.map(([, headers, body]) => {
      const of = headers as Readonly<Record<string, string>>;
      const three = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => literal(of[name]));
      const bytes = `${literal(body)}.getBytes(StandardCharsets.UTF_8)`;
      return `Webhooks.isAuthentic(${three.join(', ')}, ${bytes}, ${literal(SECRET)})`;
    });
    const main = `class Main {
  public static void main(String[] args) throws Exception {
    System.out.println("[" + ${calls.join(' + "," + ')} + "]");
  }
}`;
    const [imports = '', types = ''] = codeOf('Java').split(/(?=final class)/);
    expect(verdicts('java', 'Main.java', `${imports}${main}\n${types}`)).toEqual(wanted);
  });

  it('takes what the snippet sends by curl', () => {
    // In place of curl, what it was given.
    writeFileSync(join(folder, 'curl'), '#!/bin/sh\nfor each in "$@"; do printf "%s\\0" "$each"; done\n', {
      mode: 0o755,
    });
    const code = deliverySnippet('https://example.com/hook?a=1&b=2', 'msg_1', BODY);
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}`, SECRET };
    const { stdout } = spawnSync('sh', ['-c', code], { encoding: 'utf8', env });
    const given = stdout.split('\0');
    const headers = Object.fromEntries(
      given.filter((_, index) => given[index - 1] === '-H').map((header) => header.split(': ') as [string, string]),
    );
    expect(given).toContain('https://example.com/hook?a=1&b=2');
    const body = given[given.indexOf('--data-binary') + 1]!;
    expect(body).toBe(BODY);
    expect(new Webhook(SECRET).verify(body, headers)).toEqual(JSON.parse(BODY));
  });
});
