import { Injectable } from '@nestjs/common';
import { Logger } from '../logging/logger';

type Sweep = () => Promise<void>;

/** What clears away rows that have served their time, in the process that runs the relay, every ten minutes. */
@Injectable()
export class Sweeps {
  private readonly sweeps = new Map<string, Sweep>();

  constructor(private readonly logger: Logger) {}

  register(name: string, sweep: Sweep): void {
    this.sweeps.set(name, sweep);
  }

  async runAll(): Promise<void> {
    for (const [name, sweep] of this.sweeps) {
      await sweep().catch((error: unknown) =>
        this.logger.warn({ sweep: name, reason: String(error) }, 'a sweep failed'),
      );
    }
  }
}
