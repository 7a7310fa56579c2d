import type { ContentScope } from '../content-scope';

/** In every time zone days begin with a quarter of an hour. */
const SLOT_MS = 15 * 60_000;

/** How often an article was read in a quarter of an hour, and by which members. */
export interface CountedReads {
  readonly scope: ContentScope;
  readonly articleId: string;
  /** When the quarter began. */
  readonly since: Date;
  readonly reads: number;
  readonly members: readonly string[];
}

interface Entry {
  readonly scope: ContentScope;
  reads: number;
  readonly members: Set<string>;
}

/** What a process keeps at most: more than it can answer between two writes. */
export interface TallyLimits {
  /** Articles, each in each quarter of an hour. */
  readonly articles: number;
  /** Members, each of each of these. */
  readonly members: number;
}

/** Reads of articles since they were last taken. A member counts once for an article and a quarter of an hour. */
export class ReadTally {
  private readonly slots = new Map<number, Map<string, Entry>>();
  private articles = 0;
  private members = 0;

  constructor(private readonly limits: TallyLimits) {}

  get isEmpty(): boolean {
    return this.articles === 0;
  }

  /** @param userId null for anybody. @returns whether there was room for it. */
  count(scope: ContentScope, articleId: string, userId: string | null, at: number): boolean {
    const entry = this.entry(scope, articleId, Math.floor(at / SLOT_MS));
    if (!entry) return false;
    entry.reads += 1;
    return userId === null || this.addMember(entry, userId);
  }

  /** Everything, which is then no longer here. */
  take(): CountedReads[] {
    const taken = [...this.slots].flatMap(([slot, entries]) =>
      [...entries].map(([articleId, { scope, reads, members }]) => {
        return { scope, articleId, since: new Date(slot * SLOT_MS), reads, members: [...members] };
      }),
    );
    this.slots.clear();
    this.articles = 0;
    this.members = 0;
    return taken;
  }

  /** What was taken and could not be written. @returns whether there was room for all of it. */
  putBack(counted: readonly CountedReads[]): boolean {
    let isWhole = true;
    for (const { scope, articleId, since, reads, members } of counted) {
      const entry = this.entry(scope, articleId, since.getTime() / SLOT_MS);
      if (entry) entry.reads += reads;
      for (const member of members) isWhole = entry !== null && this.addMember(entry, member) && isWhole;
      isWhole &&= entry !== null;
    }
    return isWhole;
  }

  private entry(scope: ContentScope, articleId: string, slot: number): Entry | null {
    const entries = this.slots.get(slot) ?? new Map<string, Entry>();
    const known = entries.get(articleId);
    if (known) return known;
    if (this.articles >= this.limits.articles) return null;
    const entry = { scope, reads: 0, members: new Set<string>() };
    this.articles += 1;
    this.slots.set(slot, entries.set(articleId, entry));
    return entry;
  }

  private addMember({ members }: Entry, userId: string): boolean {
    if (members.has(userId)) return true;
    if (this.members >= this.limits.members) return false;
    this.members += 1;
    members.add(userId);
    return true;
  }
}

/** The reads in batches of limited size, those of an article with many members in several. */
export function* batchesOf(counted: readonly CountedReads[], size: number): Generator<CountedReads[], void, void> {
  let batch: CountedReads[] = [];
  let taken = 0;
  for (const one of counted) {
    for (let at = 0; at === 0 || at < one.members.length; at += size) {
      const members = one.members.slice(at, at + size);
      const costs = 1 + members.length;
      if (batch.length > 0 && taken + costs > size) {
        yield batch;
        batch = [];
        taken = 0;
      }
      // Its reads are counted once, with the first of its members.
      batch.push({ ...one, members, reads: at === 0 ? one.reads : 0 });
      taken += costs;
    }
  }
  if (batch.length > 0) yield batch;
}
