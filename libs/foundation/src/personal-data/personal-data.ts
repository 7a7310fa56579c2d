import { Injectable } from '@nestjs/common';

/** What one table, or a few of them, know of a user. The keys are those of the wire. */
export interface PersonalRecords {
  /** The name that the records have in an export. */
  readonly name: string;

  /** All of them, some at a time, so that memory does not grow with their number. */
  readonly read: (tenantId: string, userId: string) => AsyncIterable<readonly object[]>;
}

/** Who knows what of a user. Each context registers its records while the module starts. */
@Injectable()
export class PersonalData {
  private readonly byName = new Map<string, PersonalRecords>();

  register(records: PersonalRecords): void {
    if (this.byName.has(records.name)) throw new Error(`Personal data ${records.name} is registered twice`);
    this.byName.set(records.name, records);
  }

  /** In the order of their names. */
  get all(): readonly PersonalRecords[] {
    return [...this.byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
