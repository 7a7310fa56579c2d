import type { Answer, Outcome, Question } from './client';

export type Kind = 'read' | 'write';

interface Sample {
  /** Method and path, without ids. */
  readonly what: string;
  readonly kind: Kind;
  readonly outcome: Outcome;
  readonly endedAt: number;
  readonly sentAt: number;
}

export interface Measured {
  readonly requests: number;
  readonly seconds: number;
  readonly failed: Partial<Record<Outcome, number>>;
  /** The longest stretch without one that succeeded, in seconds. */
  readonly longestWithout: Record<Kind, number>;
  /** From the first that failed to the last, in seconds; 0 if none did. */
  readonly failedFor: Record<Kind, number>;
  readonly slowest: { readonly what: string; readonly ms: number };
  /** How many failed, by outcome, method and path. */
  readonly failures: Readonly<Record<string, number>>;
}

const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** What became of the requests of a step. */
export class Measurement {
  private samples: Sample[] = [];
  private begunAt = performance.now();

  begin(): void {
    this.samples = [];
    this.begunAt = performance.now();
  }

  /** How many were answered, or not, since it began. */
  get count(): number {
    return this.samples.length;
  }

  add(kind: Kind, { method, path }: Question, { outcome, sentAt, ms }: Answer): void {
    const what = `${method} ${path.replace(/\?.*/, '').replace(ID, ':id')}`;
    this.samples.push({ kind, what, outcome, sentAt, endedAt: sentAt + ms });
  }

  end(): Measured {
    const endedAt = performance.now();
    const failed: Partial<Record<Outcome, number>> = {};
    const failures: Record<string, number> = {};
    for (const { outcome, what } of this.samples.filter(({ outcome: one }) => isFailure(one))) {
      failed[outcome] = (failed[outcome] ?? 0) + 1;
      failures[`${outcome} ${what}`] = (failures[`${outcome} ${what}`] ?? 0) + 1;
    }
    const slowest = this.samples
      .map(({ what, sentAt, endedAt: answeredAt }) => ({ what, ms: answeredAt - sentAt }))
      .reduce((one, other) => (one.ms < other.ms ? other : one), { what: 'nothing', ms: 0 });
    const each = (measure: (samples: Sample[]) => number): Record<Kind, number> => ({
      read: measure(this.samples.filter(({ kind }) => kind === 'read')),
      write: measure(this.samples.filter(({ kind }) => kind === 'write')),
    });
    return {
      requests: this.samples.length,
      seconds: (endedAt - this.begunAt) / 1_000,
      failed,
      longestWithout: each((samples) => longestGap(samples, this.begunAt, endedAt) / 1_000),
      failedFor: each((samples) => stretch(samples.filter(({ outcome }) => isFailure(outcome))) / 1_000),
      slowest,
      failures,
    };
  }
}

const isFailure = (outcome: Outcome): boolean => outcome !== 'done' && outcome !== 'refused';

function longestGap(samples: readonly Sample[], from: number, to: number): number {
  const times = samples.filter(({ outcome }) => outcome === 'done').map(({ endedAt }) => endedAt);
  const sorted = [from, ...times.sort((a, b) => a - b), to];
  return Math.max(...sorted.slice(1).map((time, index) => time - sorted[index]!));
}

function stretch(samples: readonly Sample[]): number {
  if (samples.length === 0) return 0;
  return Math.max(...samples.map(({ endedAt }) => endedAt)) - Math.min(...samples.map(({ sentAt }) => sentAt));
}
