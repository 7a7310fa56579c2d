import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Suite } from '../suites/suite';
import type { Amount, LoadOrder, LoadReport, LoadResult, Script } from './script';

interface Load {
  readonly connections: number;
  readonly warmUp: Amount;
}

/** The bench's hold on the process that generates load. */
export class LoadGenerator {
  private constructor(private readonly child: ChildProcess) {}

  static async start(url: string, connections: number, script: Script): Promise<LoadGenerator> {
    const generator = new LoadGenerator(fork(join(__dirname, 'process.js'), { serialization: 'advanced' }));
    await generator.order({ kind: 'prepare', url, connections, script });
    return generator;
  }

  /** As a suite is loaded: warmed up. */
  static async forSuite(suite: Suite, url: string, script: Script, { connections, warmUp }: Load) {
    const used = Math.min(suite.connections ?? connections, connections);
    const generator = await LoadGenerator.start(url, used, script);
    await generator.run({ ...warmUp, requests: Math.min(suite.warmUpRequests ?? warmUp.requests, warmUp.requests) });
    return generator;
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
