import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { type FoundThing, type FoundThings, type ResourceSearch, searchEach, type SearchQuestion } from '@libs/kernel';

const SELECT = `
  SELECT a.id, a.id AS "appId", a.name AS title, a.dcloud_appid AS subtitle
    FROM find_texts('app', $2, $3, $4) f JOIN apps a ON a.tenant_id = $1 AND a.id = f.id
   ORDER BY f.place`;

/** Apps by their names, or their id from DCloud. */
@Injectable()
export class AppSearch implements ResourceSearch<'app'> {
  constructor(private readonly database: Database) {}

  search(types: readonly 'app'[], { tenantId, appIds, text, limit }: SearchQuestion): Promise<FoundThings<'app'>> {
    const values = [tenantId, appIds, text, limit];
    return searchEach(types, () => this.database.read<FoundThing & Record<string, unknown>>(tenantId, SELECT, values));
  }
}
