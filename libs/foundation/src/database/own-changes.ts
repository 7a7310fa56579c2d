/**
 * What the connections of this process have changed themselves, told as soon as PostgreSQL has answered the end of the
 * transaction, and before whoever waits for that answer goes on. The change feed tells the same a moment later.
 */
export class OwnChanges {
  private hear: (change: string) => void = () => undefined;

  /** @param change as the change feed has it: subject and key. */
  readonly tell = (change: string): void => this.hear(change);

  onChange(hear: (change: string) => void): void {
    this.hear = hear;
  }
}
