import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Layout } from './layout';
import { type ProcessIdentity, identifyProcess, isRunning, isSame } from './process-identity';

/** Another process, which is alive, owns the directory. */
export class DirectoryOwnedError extends Error {}

/**
 * Makes this process the owner of the directory, the one that stops the server. Refused while another living process is
 * the owner; the claim of a killed process is taken over.
 *
 * @throws DirectoryOwnedError
 */
export async function claim(layout: Layout): Promise<void> {
  const self = await identifyProcess(process.pid);
  const draft = `${layout.owner}.${process.pid}`;
  await rm(draft, { force: true });
  await writeFile(draft, JSON.stringify(self));
  try {
    while (!(await placed(draft, layout.owner))) {
      const text = await read(layout.owner);
      const holder = parse(text);
      if (holder && self && isSame(holder, self)) return;
      if (holder && (await isRunning(holder))) {
        throw new DirectoryOwnedError(`The database in ${layout.directory} is used by process ${holder.pid}`);
      }
      await removeStale(layout.owner, text);
    }
  } finally {
    await rm(draft, { force: true });
  }
}

export async function release(layout: Layout): Promise<void> {
  await rm(layout.owner, { force: true });
}

/** A hard link appears at once with its content, and only if the name is free: of two processes one wins. */
async function placed(draft: string, file: string): Promise<boolean> {
  return link(draft, file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}

async function removeStale(file: string, judged: string | null): Promise<void> {
  const aside = `${file}.${process.pid}.stale`;
  await rename(file, aside).catch(() => undefined);
  // Another process may have been quicker: then the file we moved is its fresh claim, and is put back.
  if ((await read(aside)) !== judged) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

async function read(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

function parse(text: string | null): ProcessIdentity | null {
  try {
    return text === null ? null : (JSON.parse(text) as ProcessIdentity | null);
  } catch {
    return null;
  }
}
