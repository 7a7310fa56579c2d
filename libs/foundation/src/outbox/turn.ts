/** What came of a step at a message. Nothing more to say: the message is done. */
export interface Step {
  /** Something is left. When the turn is over, a message like this one follows, behind those that wait. */
  readonly more?: boolean;
  /** What it talks to did not answer: the turn is over, and the lane gives way to others of its family. */
  readonly hasHung?: boolean;
  /** Written in the transaction that ends the message: both or neither. */
  readonly conclude?: () => Promise<void>;
}

/** The longest that one message is worked at before others have its place, and before a process may end. */
const TURN_MS = 5_000;

/** The time that a message has in one go. */
export class Turn {
  private readonly began = performance.now();

  constructor(private readonly isStopping: () => boolean = () => false) {}

  /** Repeats a step while something is left. @returns what came of the last one. */
  async repeat<Outcome extends Step>(step: () => Promise<Outcome>, withinMs = TURN_MS): Promise<Outcome> {
    for (;;) {
      const outcome = await step();
      const isOver = this.isStopping() || performance.now() - this.began > withinMs;
      if (!outcome.more || outcome.hasHung || isOver) return outcome;
    }
  }
}
