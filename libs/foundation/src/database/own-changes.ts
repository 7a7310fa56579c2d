/**
 * Changes made by this process, reported when PostgreSQL answers the end of the transaction and before the caller
 * continues. The change feed reports the same change a moment later.
 */
export class OwnChanges {
  private hear: (change: string) => void = () => undefined;

  /** @param change `<subject>:<key>`, the payload of the change feed. */
  readonly tell = (change: string): void => this.hear(change);

  onChange(hear: (change: string) => void): void {
    this.hear = hear;
  }
}
