import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { type FoundThing, type FoundThings, type ResourceSearch, searchEach, type SearchQuestion } from '@libs/kernel';

const SELECT = `
  SELECT r.id, r.app_id AS "appId", r.version_name AS title,
         concat_ws(' ', r.platform, r.package_type, r.version_code) AS subtitle
    FROM find_texts('release', $2, $3, $4) f JOIN releases r ON r.tenant_id = $1 AND r.id = f.id
   ORDER BY f.place`;

/** Releases by their version or their title, in any language. */
@Injectable()
export class ReleaseSearch implements ResourceSearch<'release'> {
  constructor(private readonly database: Database) {}

  search(
    types: readonly 'release'[],
    { tenantId, appIds, text, limit }: SearchQuestion,
  ): Promise<FoundThings<'release'>> {
    const values = [tenantId, appIds, text, limit];
    return searchEach(types, () => this.database.read<FoundThing & Record<string, unknown>>(tenantId, SELECT, values));
  }
}
