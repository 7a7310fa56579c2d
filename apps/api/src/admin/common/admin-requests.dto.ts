import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { isUuid, type ListRequest, type PageRequest, type SupportedLocale } from '@libs/kernel';
import { checkOneOf, checkUuid, checkValues, parseDecimal } from '../../http/fields/field-checks';
import { Checked, LockVersion, QueryInteger, Text, Uuids } from '../../http/fields/fields';
import { Reason } from '../../http/fields/reason';
import type { Refusable } from '../../http/fields/validation.pipe';

export const MAX_BATCH = 100;
/** Of a malformed id only the beginning is repeated. */
const MAX_NAMED_LENGTH = 64;
const MAX_PAGE = 1_000_000;
const MAX_IDS = 100;

/** The page of a list. */
export class PageQuery implements PageRequest {
  /** Of lists that declare it, as the next. */
  readonly sort?: string;
  readonly ids?: readonly string[];

  @QueryInteger(1, MAX_PAGE, { default: 1, description: 'Number of the page, counted from 1' })
  readonly page: number = 1;

  @QueryInteger(1, 100, { default: 20 })
  readonly page_size: number = 20;

  /** All items that are asked for by their ids fit on one page. */
  get pageSize(): number {
    return this.ids ? MAX_IDS : this.page_size;
  }

  /** @param defaultLocale of the App. */
  in(locale: SupportedLocale, defaultLocale = locale): ListRequest {
    const { page, pageSize, sort, ids } = this;
    return { page, pageSize, sort, ids, languages: { locale, defaultLocale } };
  }
}

/** The column that a list is sorted by. */
export function Sort({ sorts }: { readonly sorts: readonly string[] }): PropertyDecorator {
  return Checked(
    checkOneOf(sorts),
    { type: 'string', enum: [...sorts] },
    {
      optional: true,
      description:
        'The column to sort by, descending with `-` before it. What has no value comes last, and texts are sorted as the language of `Accept-Language` sorts them',
    },
  );
}

/** Which items are asked for. @param whose ids these are. */
export function Ids(whose = 'items'): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) => (typeof value === 'string' ? value.split(',') : (value as unknown))),
    Checked(
      checkValues(checkUuid, 1, MAX_IDS),
      {
        type: 'array',
        items: { type: 'string', format: 'uuid' },
        minItems: 1,
        maxItems: MAX_IDS,
        style: 'form',
        explode: false,
      },
      {
        optional: true,
        description: `The ids of ${whose}: all of them that exist and match come on one page, whatever \`page_size\` is`,
      },
    ),
  );
}

/** The fields that an export of the list leaves out. */
export const PAGE_FIELDS = [
  'page',
  'page_size',
  'pageSize',
  'sort',
  'ids',
  'in',
] as const satisfies readonly (keyof PageQuery)[];

/** The page of a list that can be searched. */
export class SearchQuery extends PageQuery {
  @Transform(({ value }) => (typeof value === 'string' ? value.trim() : (value as unknown)))
  @Text({ min: 0, max: 160 }, { optional: true, description: 'Search text, which matches anywhere, ignoring case' })
  readonly q?: string;
}

export class LockVersionRequest {
  @LockVersion()
  readonly lock_version!: number;

  @Reason()
  readonly reason?: string | null;
}

/** Why something is done that needs to be told nothing else. The whole body may be left out. */
export class AdminReasonRequest {
  @Reason()
  readonly reason?: string | null;
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

  @Reason()
  readonly reason?: string | null;

  /** Lists the texts that are not ids; values other than texts are left out. */
  refusal(): { ids?: string[] } {
    const sent: unknown = this.ids;
    if (!Array.isArray(sent) || sent.length > MAX_BATCH) return {};
    const texts = sent.filter((id: unknown): id is string => typeof id === 'string' && !isUuid(id));
    const ids = [...new Set(texts.map((text) => text.slice(0, MAX_NAMED_LENGTH).toWellFormed()))];
    return ids.length > 0 ? { ids } : {};
  }
}
