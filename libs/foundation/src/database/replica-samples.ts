/** A position in the log of the primary that had been reached by a moment. */
export interface Sample {
  /** By the clock of this process, in milliseconds. Everything committed before it lies before the position. */
  readonly at: number;
  /** A `pg_lsn`. */
  readonly position: string;
}

/**
 * What tells how far a replica may be behind, without a clock of a server: one that has replayed the position of a sample
 * lacks nothing that was committed before the moment of it.
 */
export class ReplicaSamples {
  private samples: Sample[] = [];

  /** @param keptMs the age after which a sample tells nothing any more. */
  constructor(private readonly keptMs: number) {}

  add(sample: Sample): void {
    this.samples = [...this.samples.filter(({ at }) => at > sample.at - this.keptMs), sample];
  }

  /** The position that a replica has to have replayed to be no more than `staleMs` behind; null if nothing is known. */
  required(now: number, staleMs: number): string | null {
    return this.samples.find(({ at }) => at >= now - staleMs)?.position ?? null;
  }

  /** By how many milliseconds at most a replica is behind that has replayed this; null if that is more than is known. */
  behind(now: number, replayed: string): number | null {
    const newest = this.samples.findLast(({ position }) => numberOf(position) <= numberOf(replayed));
    return newest ? now - newest.at : null;
  }
}

/** @param position such as `16/B374D848`: the upper and the lower 32 bits, in hexadecimal. */
function numberOf(position: string): bigint {
  const [upper = '0', lower = '0'] = position.split('/');
  return (BigInt(`0x${upper}`) << 32n) | BigInt(`0x${lower}`);
}
