import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

const PROGRAM = join(__dirname, 'worker-process-program.js');

interface WorkerProcessOptions {
  /** The file whose default export runs a task. */
  readonly program: string;
  /** The idle time after which the process ends. */
  readonly idleMs: number;
  /** Flags of Node. */
  readonly flags: readonly string[];
}

/** The reply to a task. */
export interface WorkerReply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: Error;
  /** The resident memory of the process after the task. */
  readonly residentBytes: number;
}

interface Pending {
  readonly resolve: (reply: WorkerReply) => void;
  readonly reject: (error: Error) => void;
}

interface Running {
  readonly child: ChildProcess;
  readonly pending: Map<number, Pending>;
}

/**
 * A process for work that leaks memory, which only the end of a process releases. It starts with the first task, without
 * the environment and so without its secrets. Dropping it ends it with its tasks; the next task starts another.
 */
export class WorkerProcess<Task, Result> {
  private running: Running | undefined;
  private idle: NodeJS.Timeout | undefined;
  private lastId = 0;

  constructor(private readonly options: WorkerProcessOptions) {}

  /** @throws Error the task's error, the signal's reason, or that the process ended. */
  async run(task: Task, signal: AbortSignal): Promise<{ readonly result: Result; readonly residentBytes: number }> {
    clearTimeout(this.idle);
    const running = (this.running ??= this.start());
    const aborted = (): void => this.end(running, signal.reason as Error);
    signal.addEventListener('abort', aborted, { once: true });
    try {
      const { result, error, residentBytes } = await this.send(running, task);
      if (error) throw error;
      return { result: result as Result, residentBytes };
    } finally {
      signal.removeEventListener('abort', aborted);
      if (running.pending.size === 0) this.rest(running);
    }
  }

  drop(): void {
    if (this.running) this.end(this.running, new Error('The process was replaced'));
  }

  private send({ child, pending }: Running, task: Task): Promise<WorkerReply> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject });
      // A process that could not be started emits `error` in a moment.
      if (child.pid === undefined) return;
      child.channel?.ref();
      child.send({ id, task }, (error) => {
        if (error && pending.delete(id)) reject(error);
      });
    });
  }

  private start(): Running {
    const { program, flags } = this.options;
    const child = fork(PROGRAM, [program], {
      env: {},
      execArgv: [...flags],
      // Preserves buffers and errors.
      serialization: 'advanced',
    });
    const running: Running = { child, pending: new Map() };
    child.on('message', (reply: WorkerReply) => {
      running.pending.get(reply.id)?.resolve(reply);
      running.pending.delete(reply.id);
    });
    child.once('error', (error) => this.end(running, error));
    child.once('exit', (code, signal) => this.end(running, new Error(`The process exited with ${signal ?? code}`)));
    child.unref();
    return running;
  }

  /** An idle process must not keep this one alive. */
  private rest({ child }: Running): void {
    child.channel?.unref();
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.drop(), this.options.idleMs).unref();
  }

  private end(running: Running, reason: Error): void {
    if (this.running === running) this.running = undefined;
    // Without a pid (fork fails for lack of file descriptors) Node would signal an arbitrary id: with 0, our own group.
    if (running.child.pid !== undefined) running.child.kill('SIGKILL');
    for (const { reject } of running.pending.values()) reject(reason);
    running.pending.clear();
  }
}
