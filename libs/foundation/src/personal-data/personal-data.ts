import { Injectable } from '@nestjs/common';

/** Records of one or several tables about a user, with the keys of the wire. */
export interface PersonalRecords {
  /** The records' name in an export. */
  readonly name: string;

  /** Reads the records in batches, so that memory does not grow with their number. */
  readonly read: (tenantId: string, userId: string) => AsyncIterable<readonly object[]>;
}

/** The records stored about users. Each context registers its own while its module starts. */
@Injectable()
export class PersonalData {
  private readonly byName = new Map<string, PersonalRecords>();

  register(records: PersonalRecords): void {
    if (this.byName.has(records.name)) throw new Error(`Personal data ${records.name} is registered twice`);
    this.byName.set(records.name, records);
  }

  /** Ordered by name. */
  get all(): readonly PersonalRecords[] {
    return [...this.byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
