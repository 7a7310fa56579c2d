import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Suite } from '../suites/suite';
import type { Amount, LoadOrder, LoadReport, LoadResult, Script } from './script';

interface Load {
  readonly connections: number;
  readonly warmUp: Amount;
}

/** The bench's hold on a process that generates load. */
export class LoadGenerator {
  private readonly child: ChildProcess = fork(join(__dirname, 'process.js'), { serialization: 'advanced' });

  /** Connects as the suite asks for, and warms the server up. */
  async prepare(suite: Suite, url: string, script: Script, { connections: usual, warmUp }: Load): Promise<void> {
    const connections = Math.min(suite.connections ?? usual, usual);
    await this.order({ kind: 'prepare', url, connections, script });
    await this.run(amountFor(suite, warmUp));
  }

  /** @throws when an answer was not as expected. */
  async run(amount: Amount): Promise<LoadResult> {
    const report = await this.order({ kind: 'run', amount });
    if (report.kind !== 'done') throw new Error('The generator of load did not run');
    return report.result;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill();
    await exited;
  }

  private async order(order: LoadOrder): Promise<LoadReport> {
    const listening = new AbortController();
    const ended = once(this.child, 'exit', { signal: listening.signal }).then(() => {
      throw new Error('The generator of load has ended');
    });
    ended.catch(() => undefined);
    const reported = once(this.child, 'message', { signal: listening.signal }) as Promise<[LoadReport]>;
    this.child.send(order);
    try {
      const [report] = await Promise.race([reported, ended]);
      if (report.kind === 'failed') throw new Error(report.reason);
      return report;
    } finally {
      listening.abort();
    }
  }
}

export function amountFor({ weight = 1 }: Suite, { seconds, requests }: Amount): Amount {
  return { seconds, requests: Math.ceil(requests / weight) };
}
