import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { ContentScope } from '../../domain/content-scope';
import type { PictureSize, PictureSizes } from '../../domain/texts/images';
import { deleteRowsOfApp } from '../texts/rows-of-app';

/** An article, page or legal document. */
export interface TextRef extends ContentScope {
  readonly id: string;
}

/** Of a text there is what editors work on, and what is published. */
export type TextState = 'draft' | 'published';

type PictureRow = PictureSize & { readonly fileId: string };

const SELECT = `
  SELECT file_id AS "fileId", width, height FROM content_pictures
   WHERE tenant_id = $1 AND text_id = $2 AND state = $3`;

const FORGET = 'DELETE FROM content_pictures WHERE tenant_id = $1 AND text_id = $2 AND state = $3 RETURNING 1';

const WRITE = `
  INSERT INTO content_pictures (tenant_id, app_id, text_id, state, file_id, width, height)
  SELECT $1, $2, $3, 'draft', p."fileId", p.width, p.height
    FROM jsonb_to_recordset($4) AS p ("fileId" uuid, width integer, height integer)`;

const PUBLISH = `
  INSERT INTO content_pictures (tenant_id, app_id, text_id, state, file_id, width, height)
  SELECT tenant_id, app_id, text_id, 'published', file_id, width, height
    FROM content_pictures WHERE tenant_id = $1 AND text_id = $2 AND state = 'draft'
  RETURNING file_id AS "fileId"`;

/** The pictures in the bodies of texts, with their sizes. What writes joins the current transaction. */
@Injectable()
export class TextPictures {
  constructor(private readonly database: Database) {}

  async sizesOf({ tenantId, id }: Omit<TextRef, 'appId'>, state: TextState): Promise<PictureSizes> {
    const rows = await this.database.read<PictureRow>(tenantId, SELECT, [tenantId, id, state]);
    return new Map(rows.map(({ fileId, width, height }) => [fileId, { width, height }]));
  }

  /** Replaces those of the draft. @returns whether it has any, or had. */
  async write({ tenantId, appId, id }: TextRef, sizes: PictureSizes): Promise<boolean> {
    const former = await this.database.query(FORGET, [tenantId, id, 'draft']);
    if (sizes.size > 0) {
      const pictures = [...sizes].map(([fileId, { width, height }]) => ({ fileId, width, height }));
      await this.database.query(WRITE, [tenantId, appId, id, JSON.stringify(pictures)]);
    }
    return former.length > 0 || sizes.size > 0;
  }

  /** What is published has those of the draft. @returns their files. */
  async publish({ tenantId, id }: TextRef): Promise<string[]> {
    await this.database.query(FORGET, [tenantId, id, 'published']);
    const pictures = await this.database.query<{ fileId: string }>(PUBLISH, [tenantId, id]);
    return pictures.map(({ fileId }) => fileId);
  }

  async forget({ tenantId }: Pick<ContentScope, 'tenantId'>, textIds: readonly string[]): Promise<void> {
    await this.database.query('DELETE FROM content_pictures WHERE tenant_id = $1 AND text_id = ANY ($2)', [
      tenantId,
      textIds,
    ]);
  }

  /** Forgets those of a deleted App, step by step. */
  async retire(scope: ContentScope): Promise<void> {
    await deleteRowsOfApp(this.database, scope, 'content_pictures');
  }
}
