import { execFile, spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import type { Layout } from './layout';

const execute = promisify(execFile);

interface UserAndGroup {
  readonly uid: number;
  readonly gid: number;
}

/** The account that PostgreSQL's programs run under. They refuse uid 0, so root has to run them as another user. */
export interface ServerAccount {
  /** Put before the command, for identities that Node cannot give to a child by itself. */
  readonly wrapper: readonly string[];
  readonly switchTo: UserAndGroup | null;
  /** The owner that the data directory must have; null: whoever creates it. */
  readonly files: UserAndGroup | null;
}

interface RunOptions {
  readonly detached?: boolean;
  readonly stdio: StdioOptions;
  readonly cwd: string;
}

const OURSELVES: ServerAccount = { wrapper: [], switchTo: null, files: null };

/** The account of the system's own PostgreSQL, or else the one that owns nothing. initdb requires a user name. */
const SYSTEM_USERS: readonly string[] = ['postgres', 'nobody'];

/** Enough for a child to find its libraries, without the secrets that our own environment may hold. */
const INHERITED_VARIABLES: readonly string[] = ['PATH', 'LD_LIBRARY_PATH', 'SYSTEMROOT', 'TEMP', 'TMP'];

/** The first account under which the server can run here: one that can reach its programs and the directory. */
export async function findServerAccount(postgres: string, layout: Layout): Promise<ServerAccount> {
  const refusals = new Set<string>();
  for (const account of await candidates(layout)) {
    const refusal = await tryOut(account, postgres, layout);
    if (refusal === null) return account;
    refusals.add(refusal);
  }
  const reasons = [...refusals].join('; ') || 'there is no user to run it as';
  const advice = isRoot() ? 'Start as an ordinary user, or set' : 'Set';
  throw new Error(
    `The embedded PostgreSQL cannot be run here: ${reasons}. ${advice} DATABASE_URL to a PostgreSQL server of your own.`,
  );
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

export function runAs(account: ServerAccount, binary: string, args: readonly string[], run: RunOptions): ChildProcess {
  const { command, rest, options } = commandOf(account, binary, args);
  return spawn(command, rest, { ...options, ...run, windowsHide: true });
}

/** @param stopping ends the program; its end is awaited all the same. */
export async function executeAs(
  account: ServerAccount,
  binary: string,
  args: readonly string[],
  cwd: string,
  stopping?: AbortSignal,
): Promise<void> {
  const { command, rest, options } = commandOf(account, binary, args);
  const execution = execute(command, rest, { ...options, cwd, windowsHide: true });
  const end = (): void => void execution.child.kill();
  stopping?.addEventListener('abort', end, { once: true });
  try {
    await execution;
  } finally {
    stopping?.removeEventListener('abort', end);
  }
}

function commandOf(account: ServerAccount, binary: string, args: readonly string[]) {
  const [command = binary, ...rest] = [...account.wrapper, binary, ...args];
  const inherited = Object.entries(process.env).filter(([name]) => INHERITED_VARIABLES.includes(name.toUpperCase()));
  const env = { ...Object.fromEntries(inherited), LC_ALL: 'C', TZ: 'UTC' };
  return { command, rest, options: { env, ...account.switchTo } };
}

async function candidates(layout: Layout): Promise<ServerAccount[]> {
  const systemUser = findSystemUser();
  if (!isRoot()) {
    // A container run with an arbitrary uid: initdb needs a name for it, which a user namespace can provide.
    return hasName() || !systemUser ? [OURSELVES] : [inNamespaceAs(systemUser), OURSELVES];
  }
  const user = (await ownerOfData(layout)) ?? systemUser;
  if (!user) return [];
  return [
    { wrapper: [], switchTo: user, files: user },
    // Below a private directory of root's (mode 0700, as /root is) only a capability reaches the files. The first one
    // is smaller; containers tend to have only the second.
    withCapability(user, 'dac_read_search'),
    withCapability(user, 'dac_override'),
    // Where root cannot change its uid, as in a sandbox that knows only one.
    inNamespaceAs(user),
  ];
}

/**
 * The choice of an earlier start is kept, and the directory of an ordinary user stays that user's when root starts it
 * once.
 */
async function ownerOfData(layout: Layout): Promise<UserAndGroup | null> {
  const found = await stat(layout.data).catch(() => null);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : null;
}

function findSystemUser(): UserAndGroup | null {
  const lines = passwordFile().split('\n');
  for (const name of SYSTEM_USERS) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    // macOS gives nobody's ids as -2.
    if (uid && gid) return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
  }
  return null;
}

function passwordFile(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8');
  } catch {
    return '';
  }
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

function withCapability(user: UserAndGroup, capability: string): ServerAccount {
  const only = `-all,+${capability}`;
  const wrapper = [
    'setpriv',
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    '--no-new-privs',
    // Without it access(2), which initdb uses to find its programs, ignores capabilities.
    '--securebits=+no_setuid_fixup',
    `--inh-caps=${only}`,
    `--ambient-caps=${only}`,
    `--bounding-set=${only}`,
    '--',
  ];
  return { wrapper, switchTo: null, files: user };
}

/** Outside the namespace the process, and so each of its files, remains ours. */
function inNamespaceAs(user: UserAndGroup): ServerAccount {
  const wrapper = ['unshare', '--user', `--map-user=${user.uid}`, `--map-group=${user.gid}`, '--'];
  return { wrapper, switchTo: null, files: isRoot() ? { uid: 0, gid: 0 } : null };
}

/** Null when PostgreSQL, run this way, can read its settings in the directory; otherwise the reason why not. */
async function tryOut(account: ServerAccount, postgres: string, layout: Layout): Promise<string | null> {
  try {
    await executeAs(account, postgres, ['-D', layout.directory, '-C', 'data_directory'], layout.directory);
    return null;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    return (stderr?.trim() || message).split('\n').join(' ');
  }
}
