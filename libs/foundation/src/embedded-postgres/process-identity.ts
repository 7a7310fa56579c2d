import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** A process id with the time its process started: ids are reused, above all after a reboot. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since boot on Linux; null where the system does not provide it, and the id alone must do. */
  readonly startedAt: string | null;
}

/** Positions in /proc/<pid>/stat, counted after the command, which may itself contain spaces and brackets. */
const STATE = 0;
const START_TIME = 19;

/** Dead, but not yet reaped by its parent: a container's first process often reaps no children. */
const DEAD_STATES: readonly (string | undefined)[] = ['Z', 'X', undefined];

/** The errors for a process that does not exist, or that ends while its files are read. */
const GONE: readonly (string | undefined)[] = ['ENOENT', 'ESRCH'];

/** Null when no such process is running. @throws Error when that cannot be determined. */
export async function identifyProcess(pid: number): Promise<ProcessIdentity | null> {
  if (process.platform !== 'linux') return exists(pid) ? { pid, startedAt: null } : null;
  return identityIn(await readOfProcess(pid, 'stat'), pid);
}

/** The same, synchronously, for a process about to exit. */
export function identifyProcessAtOnce(pid: number): ProcessIdentity | null {
  if (process.platform !== 'linux') return exists(pid) ? { pid, startedAt: null } : null;
  try {
    return identityIn(readFileSync(`/proc/${pid}/stat`, 'utf8'), pid);
  } catch {
    return null;
  }
}

function identityIn(stat: string, pid: number): ProcessIdentity | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (DEAD_STATES.includes(fields[STATE] || undefined)) return null;
  return { pid, startedAt: fields[START_TIME] ?? null };
}

export async function isRunning(identity: ProcessIdentity): Promise<boolean> {
  try {
    const found = await identifyProcess(identity.pid);
    return found !== null && isSame(found, identity);
  } catch {
    // Clients may have used up all the files that this process may open. Asking the kernel needs none.
    return exists(identity.pid);
  }
}

/** A file of the process below /proc; empty when there is no such process. */
export async function readOfProcess(pid: number, name: 'stat' | 'cmdline'): Promise<string> {
  return readFile(`/proc/${pid}/${name}`, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (GONE.includes(error.code)) return '';
    throw error;
  });
}

export function isSame(one: ProcessIdentity, other: ProcessIdentity): boolean {
  return one.pid === other.pid && one.startedAt === other.startedAt;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
