import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

const PROGRAM = join(__dirname, 'worker-process-program.js');

interface WorkerProcessOptions {
  /** The file whose default export does a task. */
  readonly program: string;
  /** After how long without work the process ends. */
  readonly idleMs: number;
  /** Flags of Node's. */
  readonly flags: readonly string[];
}

/** What the process sends back for each task. */
export interface WorkerReply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: Error;
  /** The memory that the process has then. */
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
 * A process that starts with the first task, for work that leaves memory behind which only the end of a process gives
 * back. It has no part of the environment, so none of the secrets. Dropping it ends it with the tasks that it has; the
 * next task starts another.
 */
export class WorkerProcess<Task, Result> {
  private running: Running | undefined;
  private idle: NodeJS.Timeout | undefined;
  private lastId = 0;

  constructor(private readonly options: WorkerProcessOptions) {}

  /** @throws Error what the task threw, or that the process ended, or the signal's reason. */
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
      // One that could not be started tells why in a moment, by its `error`.
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
      // Keeps buffers and errors what they are.
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

  /** Only one that has work to do keeps this process alive. */
  private rest({ child }: Running): void {
    child.channel?.unref();
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.drop(), this.options.idleMs).unref();
  }

  private end(running: Running, reason: Error): void {
    if (this.running === running) this.running = undefined;
    // Without a process, which there may be no file descriptors for, whatever lies in memory would be taken for its id:
    // with 0 the signal goes to the group of this one.
    if (running.child.pid !== undefined) running.child.kill('SIGKILL');
    for (const { reject } of running.pending.values()) reject(reason);
    running.pending.clear();
  }
}
