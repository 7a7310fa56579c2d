const ARTICLES_PER_MEMBER = 100;
/** Up to here a database is whole; a larger one has less of what a request of a member does not depend on. */
const WHOLE_MEMBERS = 1_000_000;

/** How much is seeded. */
export interface Amounts {
  readonly members: number;
  readonly articles: number;
  /** Publications to all members: each has one item of each. */
  readonly publications: number;
  /** Of each member. */
  readonly signIns: number;
}

/** Ten million members would take some 50 GB as a million have it, and are reckoned at 30 like this. */
export function amountsOf(members: number): Amounts {
  return members > WHOLE_MEMBERS
    ? { members, articles: 1_000, publications: 3, signIns: 1 }
    : { members, articles: Math.min(members * ARTICLES_PER_MEMBER, 100_000), publications: 10, signIns: 2 };
}
