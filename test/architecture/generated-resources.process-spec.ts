import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const MINUTES = 60_000;
/** What libs without resources serve. */
const SHARED = ['kernel', 'foundation'];
const CONTEXTS = readdirSync('libs').filter((lib) => !SHARED.includes(lib));

/** In a copy of the repository: what the generators write passes at once, with nothing written by hand in between. */
describe('Generated contexts and resources', () => {
  let copy: string;

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'appkernel-generated-'));
    const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const paths = execFileSync('git', listed, { encoding: 'utf8' }).split('\0');
    for (const path of paths) {
      if (path === '' || path === 'node_modules' || !existsSync(path)) continue;
      mkdirSync(join(copy, dirname(path)), { recursive: true });
      cpSync(path, join(copy, path));
    }
    symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
  });

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  /** @returns what it printed. */
  const run = (program: string, ...options: string[]): string => {
    const PATH = [join(copy, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
    const { status, stdout, stderr } = spawnSync(program, options, {
      cwd: copy,
      env: { ...process.env, PATH },
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    const printed = `${stdout}${stderr}`;
    if (status !== 0) throw new Error(`${program} ${options.join(' ')}\n${printed.slice(-8_000)}`);
    return printed;
  };

  const generate = (...options: string[]) =>
    run('nest', 'generate', '--collection', './tools/schematics', '--project', 'api', ...options);

  it(
    'are made by Nest’s command line: a context, a second resource in it, and one in each context',
    () => {
      expect(generate('context', 'greenhouse', 'orchid')).toContain('npm run openapi');
      expect(generate('resource', 'greenhouse', 'orchid-bed')).toContain('npm test -- orchid-beds');
      for (const context of CONTEXTS) generate('resource', context, `${context}-leaf`);
      const suites = readdirSync(join(copy, 'test/admin'));
      expect(suites).toEqual(expect.arrayContaining(['orchids', 'orchid-beds', 'iam-leafs', 'webhooks-leafs']));
    },
    5 * MINUTES,
  );

  it(
    'are described, in the form of the repository, without anything unused',
    () => {
      run('npm', 'run', 'openapi');
      run('oxfmt', '--list-different');
      run('knip');
    },
    5 * MINUTES,
  );

  it(
    'compile, on both sides, and pass the linter',
    () => {
      run('npm', 'run', 'typecheck');
      run('oxlint', '-c', 'oxlint.config.mjs', 'libs', 'apps/api', 'migrations', 'test/admin', 'test/architecture');
    },
    10 * MINUTES,
  );

  it(
    'stand within the walls, and have a row in each table',
    () => {
      run(
        'npm',
        'run',
        'test:jest',
        '--',
        '--kind=unit',
        'test/architecture',
        'test/console/operations',
        'libs/greenhouse',
      );
      run('npm', 'run', 'test:jest', '--', '--kind=unit', 'libs/iam', 'apps/console/src/screens');
    },
    10 * MINUTES,
  );

  it(
    'answer requests, and keep to tenants, versions and permissions',
    () => {
      const suites = [
        'test/admin/orchids',
        'test/admin/orchid-beds',
        'test/admin/iam-leafs',
        'test/admin/regions-leafs',
      ];
      const ofAll = ['test/admin/common/tenant-walls', 'test/admin/common/one-change', 'test/database/authors'];
      run('npm', 'run', 'test:jest', '--', ...suites, ...ofAll, 'test/database/migrations', 'test/database/row-level');
    },
    15 * MINUTES,
  );
});
