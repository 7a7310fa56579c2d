import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasBackupTools, runScript } from './support/backup';

const run = promisify(execFile);
const hasFlock = spawnSync('flock', ['--version']).status === 0;

(hasBackupTools ? describe : describe.skip)('Copies of files for a backup', () => {
  let directory: string;
  let files: string;
  let backups: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'appkernel-copies-'));
    files = join(directory, 'files');
    backups = join(directory, 'backups');
    mkdirSync(files);
    writeFileSync(join(files, 'one'), 'one');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  /** The path on which rsync is what a script makes of it. */
  const withRsync = (script: string): Record<string, string> => {
    const bin = join(directory, 'bin');
    const path = process.env['PATH'] ?? '';
    mkdirSync(bin);
    writeFileSync(join(bin, 'rsync'), `#!/bin/sh\nrsync() { PATH='${path}' command rsync "$@"; }\n${script}\n`, {
      mode: 0o755,
    });
    return { PATH: `${bin}:${path}` };
  };

  it('are good if a file was deleted meanwhile', () => {
    runScript('files.sh', ['copy', files, backups], { env: withRsync('rsync "$@"; exit 24') });
    expect(readdirSync(join(backups, 'files'))).toEqual(['one']);
  });

  it('fail where rsync fails', () => {
    const env = withRsync('exit 23');
    expect(() => runScript('files.sh', ['copy', files, backups], { env })).toThrow(
      expect.objectContaining({ status: 23 }),
    );
  });

  (hasFlock ? it : it.skip)('are made one after the other', async () => {
    const log = join(directory, 'log');
    const script = `echo begin >>'${log}'; sleep 0.3; rsync "$@"; echo end >>'${log}'`;
    const env = { ...process.env, ...withRsync(script) };
    const copy = () => run('sh', ['deploy/backup/files.sh', 'copy', files, backups], { env });
    await Promise.all([copy(), copy(), copy()]);
    expect(readFileSync(log, 'utf8')).toBe('begin\nend\n'.repeat(3));
  });

  it('leave no half of a dump behind whose server is not there', () => {
    const env = { PGHOST: directory, PGUSER: 'nobody' };
    expect(() => runScript('dump.sh', [backups, files], { env })).toThrow(/connection/);
    expect(readdirSync(join(backups, 'dumps'))).toEqual([]);
  });
});
