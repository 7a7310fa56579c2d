import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { type FoundThing, type FoundThings, type ResourceSearch, searchEach, type SearchQuestion } from '@libs/kernel';

const SELECT = `
  SELECT t.id, t.app_id AS "appId", t.filename AS title, t.purpose AS subtitle
    FROM find_texts('file', $2, $3, $4) f JOIN files t ON t.tenant_id = $1 AND t.id = f.id
   ORDER BY f.place`;

/** Files by their names. */
@Injectable()
export class FileSearch implements ResourceSearch<'file'> {
  constructor(private readonly database: Database) {}

  search(types: readonly 'file'[], { tenantId, appIds, text, limit }: SearchQuestion): Promise<FoundThings<'file'>> {
    const values = [tenantId, appIds, text, limit];
    return searchEach(types, () =>
      this.database.readRecent<FoundThing & Record<string, unknown>>(tenantId, SELECT, values),
    );
  }
}
