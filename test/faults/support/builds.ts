import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE } from '../../support/server-process';

const PROGRAMS = {
  api: 'dist/apps/api/src/main.js',
  worker: 'dist/apps/worker/src/main.js',
  migration: 'dist/apps/api/src/migrate.js',
  admin: 'dist/apps/api/src/admin-cli.js',
} as const;
export type ProgramName = keyof typeof PROGRAMS;

/** What the program is compiled from. */
const SOURCES = ['apps', 'libs', 'migrations', 'ormconfig.ts', 'openapi.json', 'package.json', '.swcrc'];

export interface Build {
  /** By which processes tell it from others. */
  readonly commit: string;
  command(program: ProgramName, ...given: string[]): [string, ...string[]];
}

/** The build under test. */
export const PRESENT: Build = {
  commit: 'present',
  command: (program, ...given) => [...NODE, join(process.cwd(), PROGRAMS[program]), ...given],
};

/** The commit before the newest that added a migration; null where there is no history, as in a tarball. */
export function previousCommit(): string | null {
  const git = (...given: string[]) => {
    const { status, stdout } = spawnSync('git', given, { encoding: 'utf8' });
    return status === 0 ? stdout.trim() : '';
  };
  const newest = git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'migrations/[0-9]*.ts');
  return newest === '' ? null : git('rev-parse', '--verify', '--quiet', `${newest}^`) || null;
}

export interface PreviousBuild extends Build {
  remove(): void;
}

/** Compiles an earlier commit as its own package.json says, with the dependencies of the present. */
export function buildOf(commit: string): PreviousBuild {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-previous-'));
  const sources = execFileSync('git', ['archive', commit, ...SOURCES], { maxBuffer: 512 * 1024 * 1024 });
  execFileSync('tar', ['-x', '-C', directory], { input: sources });
  symlinkSync(join(process.cwd(), 'node_modules'), join(directory, 'node_modules'), 'dir');
  execFileSync('npm', ['run', '--silent', 'build:api'], { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] });
  // It finds some of its files in the folder that it is started in.
  const inside = ['sh', '-c', 'cd "$0" && exec "$@"', directory] as const;
  return {
    commit: 'previous',
    command: (program, ...given) => [...inside, ...NODE, join(directory, PROGRAMS[program]), ...given],
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
