import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Of the kernel's clock in /proc, on every Linux that Node runs on. */
const MICROSECONDS_PER_TICK = 10_000;

/** Where these fields stand in /proc/<pid>/stat behind the name in parentheses. */
const PARENT = 1;
const USER_TIME = 11;
const SYSTEM_TIME = 12;
const USER_TIME_OF_ENDED_CHILDREN = 13;
const SYSTEM_TIME_OF_ENDED_CHILDREN = 14;

function statOf(pid: number): number[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return null;
  }
}

/** Microseconds of CPU that a process has used, with all its threads. */
export function cpuOfProcess(pid: number): number {
  const stat = statOf(pid);
  if (!stat) throw new Error(`The process ${pid} has ended`);
  return ((stat[USER_TIME] ?? 0) + (stat[SYSTEM_TIME] ?? 0)) * MICROSECONDS_PER_TICK;
}

/**
 * Microseconds of CPU that a process and its children have used, those that ended included. Each child has one thread,
 * whose time the scheduler tells to the nanosecond: that of many idle backends would drown in the ticks of the clock.
 */
export function cpuOfFamily(pid: number): number {
  const stat = statOf(pid);
  if (!stat) throw new Error(`The process ${pid} has ended`);
  const ended = (stat[USER_TIME_OF_ENDED_CHILDREN] ?? 0) + (stat[SYSTEM_TIME_OF_ENDED_CHILDREN] ?? 0);
  const living = [pid, ...childrenOf(pid)].reduce((sum, each) => sum + (scheduled(each) ?? 0), 0);
  return ended * MICROSECONDS_PER_TICK + living;
}

/** Null when it has ended meanwhile. */
function scheduled(pid: number): number | null {
  try {
    const [nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ');
    return Number(nanoseconds) / 1_000;
  } catch {
    return null;
  }
}

export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((each) => statOf(each)?.[PARENT] === pid);
}

export function parentOf(pid: number): number | null {
  return statOf(pid)?.[PARENT] ?? null;
}

export function nameOf(pid: number): string | null {
  const file = `/proc/${pid}/comm`;
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/** Bytes of memory that a process has in RAM now; zero when it has ended. */
export function residentBytes(pid: number): number {
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return Number(kibibytes ?? 0) * 1_024;
  } catch {
    return 0;
  }
}

const SAMPLE_MS = 100;

/** Looks at the memory of a process until it is stopped. @returns what stops it and tells the most that it had. */
export function watchMemory(pid: number): () => number {
  let most = residentBytes(pid);
  const timer = setInterval(() => (most = Math.max(most, residentBytes(pid))), SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return Math.max(most, residentBytes(pid));
  };
}
