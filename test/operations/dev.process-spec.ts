import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/api';
import { inheritedEnvironment } from '../support/server-process';

/** Takes its time to end, and refuses to start beside another, as a server with a database of its own does. */
const PROGRAM = `
import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
const tell = (what: string) => appendFileSync('told', what + ' ');
if (existsSync('running')) {
  tell('refused');
  process.exit(1);
}
writeFileSync('running', '');
tell('started');
process.on('SIGTERM', () =>
  setTimeout(() => {
    rmSync('running');
    tell('ended');
    process.exit(0);
  }, 3_000),
);
setInterval(() => undefined, 1_000);
`;

describe('npm run dev', () => {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-dev-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('starts the changed program once the one before has ended, however long that takes', async () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { dev: string } };
    const source = join(directory, 'src', 'main.ts');
    mkdirSync(join(directory, 'src'));
    writeFileSync(source, PROGRAM);
    const api = { type: 'application', root: '.', sourceRoot: 'src', entryFile: 'main' };
    const settings = { compilerOptions: { builder: 'swc' }, sourceRoot: 'src', projects: { api } };
    writeFileSync(join(directory, 'nest-cli.json'), JSON.stringify(settings));
    const compilerOptions = { outDir: 'dist', module: 'commonjs', target: 'es2022' };
    writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
    const environment = inheritedEnvironment();
    const PATH = `${join(process.cwd(), 'node_modules/.bin')}:${environment['PATH'] ?? ''}`;
    const watcher = spawn('sh', ['-c', scripts.dev], {
      cwd: directory,
      env: { ...environment, PATH },
      stdio: 'ignore',
    });
    const ended = once(watcher, 'close');
    const told = () => {
      const file = join(directory, 'told');
      return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
    };
    try {
      await eventually(() => Promise.resolve(told() === 'started'));
      appendFileSync(source, '// changed\n');
      await eventually(() => Promise.resolve(told() !== 'started'));
      await eventually(() => Promise.resolve(/ (?:refused|started)$/.test(told())));
      expect(told()).toBe('started ended started');
    } finally {
      watcher.kill('SIGTERM');
      await ended;
    }
    expect(told()).toBe('started ended started ended');
  });
});
