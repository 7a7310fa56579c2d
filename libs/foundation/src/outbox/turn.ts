/** The outcome of a step of a handler. An empty one completes the message. */
export interface Step {
  /** Whether work is left. After the turn an equal message follows, behind those that wait. */
  readonly more?: boolean;
  /** Whether the target did not answer: the turn ends, and the lane gives way to others of its family. */
  readonly hasHung?: boolean;
  /** Runs in the transaction that completes the message. */
  readonly conclude?: () => Promise<void>;
}

/** The maximum time that a message keeps its place, and delays a shutdown. */
const TURN_MS = 5_000;

/** The time slice of a message. */
export class Turn {
  private readonly began = performance.now();

  constructor(private readonly isStopping: () => boolean = () => false) {}

  /** Repeats a step while work and time are left. @returns the last outcome. */
  async repeat<Outcome extends Step>(step: () => Promise<Outcome>, withinMs = TURN_MS): Promise<Outcome> {
    for (;;) {
      const outcome = await step();
      const isOver = this.isStopping() || performance.now() - this.began > withinMs;
      if (!outcome.more || outcome.hasHung || isOver) return outcome;
    }
  }
}
