import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { found } from '@libs/kernel';
import type { ContentScope } from '../../domain/content-scope';
import type { ImageSources } from '../../domain/texts/images';

const SELECT = `
  SELECT (content ->> 'allowExternalImages')::boolean AS external FROM apps WHERE tenant_id = $1 AND id = $2`;

/** What images the texts of an App may have, as its administrators have decided. */
@Injectable()
export class ImagePolicy {
  constructor(private readonly database: Database) {}

  /** From the database, since a publication at its time knows no request. @throws ResourceNotFoundError */
  async sourcesOf({ tenantId, appId }: ContentScope): Promise<ImageSources> {
    const policy = await this.database.readOne<{ external: boolean | null }>(tenantId, SELECT, [tenantId, appId]);
    return { external: found(policy).external ?? false, pictures: true };
  }
}
