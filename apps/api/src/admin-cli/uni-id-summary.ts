import type { UniIdResult } from '@libs/iam';

/** Named in the summary; all of them are in the report. */
const MOST_SKIPPED = 20;
/** What an operator can do nothing about in the file, nor in the call. */
const FINAL: ReadonlySet<string> = new Set(['account_closed', 'no_confirmed_identifier']);

type Counts = Record<string, number>;

/** How fast passwords are hashed, measured for a dry run. */
interface Estimate {
  readonly seconds_of_password: number;
  readonly threads: number;
}

/** Counts what became of the users, of however many. */
export class UniIdSummary {
  private readonly startedAt = performance.now();
  private readonly outcomes: Counts = { created: 0, unchanged: 0, skipped: 0 };
  private readonly reasons: Counts = {};
  private readonly leftOut: Counts = {};
  private readonly firstSkipped: { readonly line: number; readonly reason: string }[] = [];
  private records = 0;
  private passwords = 0;

  constructor(
    private readonly tenant: string,
    private readonly isDryRun: boolean,
  ) {}

  add(line: number, { outcome, reason, hasPassword, leftOut }: UniIdResult): void {
    this.records++;
    count(this.outcomes, outcome);
    if (outcome === 'created' && hasPassword) this.passwords++;
    if (outcome === 'created') for (const one of leftOut) count(this.leftOut, one);
    if (reason === null) return;
    count(this.reasons, reason);
    if (this.firstSkipped.length < MOST_SKIPPED) this.firstSkipped.push({ line, reason });
  }

  /** Whether nobody was skipped but those who could not be imported in any case. */
  get isGood(): boolean {
    return Object.keys(this.reasons).every((reason) => FINAL.has(reason));
  }

  progress(): Record<string, unknown> {
    return { records: this.records, ...this.outcomes, ...this.speed() };
  }

  output(estimate: Estimate | null): object {
    const { created = 0 } = this.outcomes;
    return {
      tenant: this.tenant,
      dry_run: this.isDryRun,
      records: this.records,
      ...this.outcomes,
      with_password: this.passwords,
      without_password: created - this.passwords,
      skipped_by_reason: this.reasons,
      left_out: this.leftOut,
      first_skipped: this.firstSkipped,
      ...(estimate
        ? { estimated_seconds: Math.ceil((this.passwords * estimate.seconds_of_password) / estimate.threads) }
        : this.speed()),
    };
  }

  private speed(): object {
    const seconds = (performance.now() - this.startedAt) / 1_000;
    return { seconds: Math.round(seconds), created_per_second: round((this.outcomes['created'] ?? 0) / seconds) };
  }
}

function count(counts: Counts, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
