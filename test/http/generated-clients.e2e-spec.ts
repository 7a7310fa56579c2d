import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { committedDocument } from '../support/openapi';

const run = promisify(execFile);

/** Each as its documentation begins, without options; `schema` is how a program names one of the schemas. */
const GENERATORS = [
  {
    name: 'openapi-typescript',
    options: ['openapi.json', '--output', 'types/schema.d.ts'],
    imports: `import type { components } from './types/schema';`,
    schema: (name: string) => `components['schemas']['${name}']`,
  },
  {
    name: '@hey-api/openapi-ts',
    program: 'openapi-ts',
    options: ['--input', 'openapi.json', '--output', 'client', '--no-log-file'],
    imports: `import type * as client from './client';`,
    // It writes abbreviations as words.
    schema: (name: string) => `client.${name.replace('OTP', 'Otp').replace('UUID', 'Uuid')}`,
  },
  {
    name: 'orval',
    options: ['--input', 'openapi.json', '--output', 'client.ts'],
    imports: `import type * as client from './client';`,
    schema: (name: string) => `client.${name}`,
  },
] as const;

const STRICT = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
  noEmit: true,
};

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly object[];
}

const document = committedDocument();

/** Requests of which each field is required or optional, without alternatives. */
const requests = Object.entries(document.components?.schemas ?? {}).filter(
  ([name, schema]) => name.endsWith('Request') && (schema as Schema).properties && !(schema as Schema).oneOf,
) as [string, Schema][];

describe('A client in TypeScript', () => {
  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'appkernel-client-'));
    symlinkSync(resolve('node_modules'), join(directory, 'node_modules'));
    copyFileSync('openapi.json', join(directory, 'openapi.json'));
    writeFileSync(join(directory, 'package.json'), JSON.stringify({ name: 'client', private: true, type: 'module' }));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const inDirectory = async (program: string, options: readonly string[]) => {
    const path = resolve('node_modules/.bin', program);
    const { stdout } = await run(process.execPath, [path, ...options], { cwd: directory }).catch((failure: unknown) => {
      const { stdout = '', stderr = '' } = failure as { stdout?: string; stderr?: string };
      throw new Error(`${program}: ${stdout.slice(0, 3_000)}${stderr.slice(0, 3_000)}`, { cause: failure });
    });
    return stdout;
  };

  it.each(GENERATORS)('made by $name compiles, and leaves out what is optional', async (generator) => {
    const { name, imports, schema, options } = generator;
    await inDirectory('program' in generator ? generator.program : name, options);
    const calls = requests.map(([request, { required = [] }], at) => {
      const needed = required.map((field) => `'${field}'`).join(' | ') || 'never';
      return `export const request${at} = (given: Pick<${schema(request)}, ${needed}>): ${schema(request)} => given;`;
    });
    const withoutPassword = [
      `// @ts-expect-error A password is required.`,
      `export const incomplete: ${schema('AdminLoginRequest')} = { email: 'admin@example.com' };`,
    ];
    writeFileSync(join(directory, 'program.ts'), [imports, ...calls, ...withoutPassword, ''].join('\n'));
    writeFileSync(
      join(directory, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: STRICT, include: ['*.ts', 'types', 'client'] }),
    );
    expect(await inDirectory('tsc', ['--project', '.'])).toBe('');
    expect(calls.length).toBeGreaterThan(50);
  });
});
