import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { childrenOf } from '../../../bench/measure/processes';
import { inheritedEnvironment } from '../../support/server-process';
import type { Account, Place } from './place';

/** What a platform waits before it starts a process again that has ended. */
const RESTART_AFTER_MS = 1_000;

export interface Command {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly account?: Account | null;
  /** Further processes of the part, which are not below its own: a PostgreSQL that Patroni started. */
  readonly others?: () => number[];
}

/** A process under a supervisor, which starts it again a second after it has ended, as systemd and Kubernetes do. */
export class Part {
  private child: ChildProcess | null = null;
  private isWanted = false;
  private isKilled = false;
  private restart: NodeJS.Timeout | null = null;
  /** How it ended, each time that nobody had killed it. */
  readonly deaths: string[] = [];
  readonly logFile: string;

  constructor(
    readonly name: string,
    private readonly place: Place,
    private command: () => Command,
  ) {
    this.logFile = join(place.directory, `${name}.log`);
  }

  start(): void {
    this.isWanted = true;
    if (this.child) return;
    this.isKilled = false;
    const { program, arguments: given, environment, account } = this.command();
    const log = openSync(this.logFile, 'a');
    const child = spawn(program, given, {
      ...account,
      cwd: account ? this.place.directory : process.cwd(),
      env: { ...inheritedEnvironment(), ...environment },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.child = child;
    child.on('error', (error) => this.deaths.push(String(error)));
    child.once('exit', (code, signal) => this.ended(child, code, signal));
  }

  /** Kills it with all its processes; the supervisor starts it again. */
  kill(): void {
    this.signal('SIGKILL');
  }

  /** The machine is gone: nobody starts it again before `start`. */
  async lose(): Promise<void> {
    this.isWanted = false;
    const { child } = this;
    const ended = child && once(child, 'exit');
    this.signal('SIGKILL');
    await ended;
  }

  freeze(): void {
    this.signal('SIGSTOP');
  }

  thaw(): void {
    this.signal('SIGCONT');
  }

  async stop(): Promise<void> {
    if (this.restart) clearTimeout(this.restart);
    await this.lose();
  }

  /** Asks it to end, and kills it after a time. @returns its exit code; null if it was killed. */
  async end(withinMs: number): Promise<number | null> {
    if (this.restart) clearTimeout(this.restart);
    this.isWanted = false;
    const { child } = this;
    if (!child) return null;
    this.isKilled = true;
    const timer = setTimeout(() => this.signal('SIGKILL'), withinMs);
    const ended = once(child, 'exit') as Promise<[number | null]>;
    child.kill('SIGTERM');
    const [code] = await ended;
    clearTimeout(timer);
    return code;
  }

  private signal(signal: NodeJS.Signals): void {
    if (signal === 'SIGKILL') this.isKilled = true;
    const own = this.child?.pid === undefined ? [] : [this.child.pid];
    for (const pid of [...own, ...(this.command().others?.() ?? [])].flatMap(family)) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended meanwhile.
      }
    }
  }

  private ended(child: ChildProcess, code: number | null, signal: NodeJS.Signals | null): void {
    if (this.child !== child) return;
    this.child = null;
    if (!this.isKilled) this.deaths.push(signal ?? `code ${code}`);
    if (!this.isWanted) return;
    this.restart = setTimeout(() => this.isWanted && this.start(), RESTART_AFTER_MS);
  }
}

/** A process and all below it. */
function family(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(family)];
}
