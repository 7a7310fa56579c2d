/**
 * The unit of work. Only application services open a transaction; everything they call joins it. The tenant is set for
 * the database's row-level security, so that a statement can neither read nor write another tenant's rows.
 */
export abstract class Transactions {
  /**
   * Runs `work` in one transaction for the tenant, or joins the current one: for the same tenant, or across tenants, of
   * which `work` then sees only the one. The transaction is repeated as a whole, at most three times, when the database
   * reports a deadlock or a serialization failure: `work` must not do anything outside the database.
   */
  abstract run<T>(tenantId: string, work: () => Promise<T>): Promise<T>;

  /** `run` across tenants, for the outbox relay, sweeps and look-ups before the tenant is known. */
  abstract runAsSystem<T>(work: () => Promise<T>): Promise<T>;

  /** The time of the current transaction, by the clock of the database, which all decisions use. */
  abstract now(): Promise<Date>;
}
