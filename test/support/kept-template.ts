import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { copyDatabaseDirectory } from './memory';

const KEPT = 'node_modules/.cache/appkernel-template';
const DRAFT_PREFIX = 'draft-';

/** So old are the rows of a kept database at most: rules that count in days see them as they see new ones. */
const KEPT_FOR_MS = 6 * 60 * 60_000;
const ABANDONED_AFTER_MS = 60 * 60_000;

/** What decides the content of a migrated and seeded database: the program without its suites, and its packages. */
const PROGRAM = ['dist/apps', 'dist/libs', 'dist/migrations'];
const OTHERS = ['dist/test/support/templates.js', 'dist/test/support/kept-template.js', 'package-lock.json'];
const NOT_OF_THE_PROGRAM = /\.(?:map|spec\.js|int-spec\.js|process-spec\.js)$/;

/**
 * The directory of a stopped server, migrated and seeded by an earlier run of the same program. Several runs may use it
 * at once: what is kept is whole from the moment it has its name, and never changes. Where anything is amiss, the run
 * makes its own.
 */
export class KeptTemplate {
  private readonly place: string;

  constructor(private readonly kept = KEPT) {
    this.place = join(kept, keyOfProgram());
  }

  /** @returns false if there is none. The directory is there in any case, and empty then. */
  copyTo(directory: string): boolean {
    try {
      if (Date.now() - statSync(this.place).mtimeMs > KEPT_FOR_MS) return false;
      copy(this.place, directory);
      return true;
    } catch {
      // There is none, or another run has just removed it.
      rmSync(directory, { recursive: true, force: true });
      mkdirSync(directory);
      return false;
    }
  }

  /** In place of all that was kept before. */
  keep(directory: string): void {
    let draft: string | undefined;
    try {
      mkdirSync(this.kept, { recursive: true });
      draft = mkdtempSync(join(this.kept, DRAFT_PREFIX));
      copy(directory, draft);
      this.removeEarlier();
      renameSync(draft, this.place);
    } catch {
      // Another run was quicker, or nothing can be written there.
      if (draft) rmSync(draft, { recursive: true, force: true });
    }
  }

  private removeEarlier(): void {
    for (const name of readdirSync(this.kept)) {
      const path = join(this.kept, name);
      const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
      const isUnderWay = name.startsWith(DRAFT_PREFIX) && age < ABANDONED_AFTER_MS;
      if (!isUnderWay) rmSync(path, { recursive: true, force: true });
    }
  }
}

function copy(from: string, to: string): void {
  copyDatabaseDirectory(from, to, join('postgres', 'data'));
}

function keyOfProgram(): string {
  const files = PROGRAM.flatMap((directory) => readdirSync(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !NOT_OF_THE_PROGRAM.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name));
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}`);
  for (const file of [...files.sort(), ...OTHERS]) hash.update(`\n${file}\n`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 32);
}
