import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Workspace {
  readonly projects: Readonly<Record<string, { type: string; root: string; sourceRoot: string; entryFile: string }>>;
}

/** As much of the repository as the generators read and write. */
const COPIED = [
  ...['apps', 'libs', 'migrations', 'test', 'tools', '.oxfmtrc.json', 'ARCHITECTURE.md', 'nest-cli.json'],
  ...['openapi.json', 'package.json', 'tsconfig.json'],
];

const { projects } = JSON.parse(readFileSync('nest-cli.json', 'utf8')) as Workspace;

describe('nest-cli.json', () => {
  it('lists every program and every library at its place', () => {
    // The console is a page, which has tools of its own.
    const programs = foldersOf('apps').filter((name) => name !== 'console');
    const expected = [
      ...programs.map((name) => [name, { type: 'application', ...place(`apps/${name}`), entryFile: 'main' }]),
      ...foldersOf('libs').map((name) => [name, { type: 'library', ...place(`libs/${name}`), entryFile: 'index' }]),
    ];
    expect(projects).toEqual(Object.fromEntries(expected));
  });

  it.each(Object.values(projects))('names an existing entry file: $root', ({ sourceRoot, entryFile }) => {
    expect(existsSync(`${sourceRoot}/${entryFile}.ts`)).toBe(true);
  });
});

describe('tsconfig.json', () => {
  it('names only what exists', () => {
    const { include } = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as { include: string[] };
    expect(include.filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe("Nest's generators", () => {
  let copy: string;

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'appkernel-generators-'));
    for (const path of COPIED) cpSync(path, join(copy, path), { recursive: true });
    symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
  });

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('put a module beside that of the named library', () => {
    generate('module', 'pricing', '--project', 'releases');
    expect(source('libs/releases/src/pricing.module.ts')).toContain('export class PricingModule');
    expect(source('libs/releases/src/releases.module.ts')).toContain("from './pricing.module'");
  });

  it('write what is asked of a collection in a folder, and nothing when rehearsing', () => {
    const context = ['context', 'conservatory', 'fern', '--collection', './tools/schematics', '--project', 'api'];
    generate(...context, '--dry-run');
    expect(existsSync(join(copy, 'libs/conservatory'))).toBe(false);
    generate(...context);
    expect(source('libs/conservatory/src/domain/fern.ts')).toContain('export class Fern ');
  });

  it('put a module into the named surface of the api', () => {
    generate('module', 'mobile/pricing', '--project', 'api');
    expect(source('apps/api/src/mobile/pricing/pricing.module.ts')).toContain('export class PricingModule');
    expect(source('apps/api/src/mobile/mobile.module.ts')).toContain("from './pricing/pricing.module'");
  });

  function generate(...options: string[]): void {
    const program = join(process.cwd(), 'node_modules/@nestjs/cli/bin/nest.js');
    execFileSync(process.execPath, [program, 'generate', ...options], { cwd: copy, stdio: 'pipe' });
  }

  function source(path: string): string {
    return readFileSync(join(copy, path), 'utf8');
  }
});

function foldersOf(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function place(root: string): { root: string; sourceRoot: string } {
  return { root, sourceRoot: `${root}/src` };
}
