import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** A directory on a real disk, where a commit costs what it costs, of the account that servers run under. */
export interface Place {
  readonly directory: string;
  /** PostgreSQL refuses to run as root. Null where the suite itself is not root. */
  readonly account: Account | null;
  /** Writes a file for a server. @returns its path. */
  file(name: string, text: string): string;
  /** Makes a directory for a server. @returns its path. */
  folder(name: string): string;
  remove(): void;
}

export function makePlace(): Place {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-faults-'));
  const account = accountOfServers();
  const own = (path: string): string => {
    if (account) chownSync(path, account.uid, account.gid);
    return path;
  };
  own(directory);
  const folder = (name: string): string => {
    const path = join(directory, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return own(path);
  };
  return {
    directory,
    account,
    folder,
    file: (name, text) => {
      const path = join(directory, name);
      if (dirname(name) !== '.') folder(dirname(name));
      writeFileSync(path, text);
      return own(path);
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function accountOfServers(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? [];
  if (uid === undefined) throw new Error('There is no account postgres, which the package of PostgreSQL makes');
  return { uid: Number(uid), gid: Number(gid) };
}
