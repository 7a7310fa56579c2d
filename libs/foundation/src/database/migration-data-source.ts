import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';

/** A migration in several transactions, both ways, which is not recorded when it breaks off between them. */
export interface MigrationInSteps extends MigrationInterface {
  /** Whether something of it is there. Asked when it is not recorded. */
  isHalfWay(runner: QueryRunner): Promise<boolean>;
}

interface Recorded {
  readonly name: string;
}

/** Knows of migrations in steps: those that broke off have to be completed before any is reverted. */
export class MigrationDataSource extends DataSource {
  override async undoLastMigration(options?: Parameters<DataSource['undoLastMigration']>[0]): Promise<void> {
    const last = await this.lastWhenNoneIsHalfWay();
    // Otherwise all its steps would be in one transaction.
    await super.undoLastMigration(last && isInSteps(last) ? { ...options, transaction: 'none' } : options);
  }

  private async lastWhenNoneIsHalfWay(): Promise<MigrationInterface | undefined> {
    const runner = this.createQueryRunner();
    try {
      if (!(await runner.hasTable('schema_migrations'))) return undefined;
      const recorded = (await runner.query('SELECT name FROM schema_migrations ORDER BY id')) as Recorded[];
      const names = new Set(recorded.map(({ name }) => name));
      for (const migration of this.migrations) {
        if (names.has(nameOf(migration)) || !isInSteps(migration) || !(await migration.isHalfWay(runner))) continue;
        throw new Error(
          `${nameOf(migration)} broke off half-way, and the migration before it would be reverted: run the migrations first, to complete it`,
        );
      }
      return this.migrations.find((migration) => nameOf(migration) === recorded.at(-1)?.name);
    } finally {
      await runner.release();
    }
  }
}

function nameOf(migration: MigrationInterface): string {
  return migration.name ?? migration.constructor.name;
}

function isInSteps(migration: MigrationInterface): migration is MigrationInSteps {
  return 'isHalfWay' in migration;
}
