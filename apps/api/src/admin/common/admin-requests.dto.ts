import { Transform } from 'class-transformer';
import { isUuid, type PageRequest } from '@libs/kernel';
import { parseDecimal } from '../../http/fields/field-checks';
import { LockVersion, QueryInteger, Text, Uuids } from '../../http/fields/fields';
import type { Refusable } from '../../http/fields/validation.pipe';

export const MAX_BATCH = 100;
/** Of a malformed id only the beginning is repeated. */
const MAX_NAMED_LENGTH = 64;
const MAX_PAGE = 1_000_000;

/** The page of a list. */
export class PageQuery implements PageRequest {
  @QueryInteger(1, MAX_PAGE, { default: 1, description: 'Number of the page, counted from 1' })
  readonly page: number = 1;

  @QueryInteger(1, 100, { default: 20 })
  readonly page_size: number = 20;

  get pageSize(): number {
    return this.page_size;
  }
}

/** The fields that an export of the list leaves out. */
export const PAGE_FIELDS = ['page', 'page_size', 'pageSize'] as const satisfies readonly (keyof PageQuery)[];

/** The page of a list that can be searched. */
export class SearchQuery extends PageQuery {
  @Transform(({ value }) => (typeof value === 'string' ? value.trim() : (value as unknown)))
  @Text({ min: 0, max: 160 }, { optional: true, description: 'Search text, which matches anywhere, ignoring case' })
  readonly q?: string;
}

export class LockVersionRequest {
  @LockVersion()
  readonly lock_version!: number;
}

/** The same where there is no body. */
export class LockVersionQuery {
  @Transform(({ value }) => parseDecimal(value))
  @LockVersion()
  readonly lock_version!: number;
}

export class UUIDBatchRequest implements Refusable {
  @Uuids(
    { min: 1, max: MAX_BATCH },
    { description: 'Duplicates count once', example: ['0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902'] },
  )
  readonly ids!: string[];

  /** Lists the texts that are not ids; values other than texts are left out. */
  refusal(): { ids?: string[] } {
    const sent: unknown = this.ids;
    if (!Array.isArray(sent) || sent.length > MAX_BATCH) return {};
    const texts = sent.filter((id: unknown): id is string => typeof id === 'string' && !isUuid(id));
    const ids = [...new Set(texts.map((text) => text.slice(0, MAX_NAMED_LENGTH).toWellFormed()))];
    return ids.length > 0 ? { ids } : {};
  }
}
