import { Injectable } from '@nestjs/common';
import { Cursors, type CursorPosition } from '@libs/foundation';
import { type SupportedLocale, ValidationFailedError } from '@libs/kernel';
import type { DatasetIdentity, RegionDetail, RegionItem } from '../domain/region';
import type { RegionFilter, RegionIndex, RegionPosition } from '../domain/region-index';
import { LiveRegionIndex } from './live-region-index';

export interface RegionListQuery {
  readonly q?: string | undefined;
  readonly parentCode?: string | undefined;
  readonly level?: number | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly locale: SupportedLocale;
}

export interface RegionList {
  readonly items: readonly RegionItem[];
  readonly total: number;
  /** Null on the last page. */
  readonly nextCursor: string | null;
  readonly dataset: DatasetIdentity;
}

/** The public regions, from memory. */
@Injectable()
export class RegionQueries {
  constructor(
    private readonly regions: LiveRegionIndex,
    private readonly cursors: Cursors,
  ) {}

  /** Reads the regions before the first request. @throws DependencyUnavailableError when the database is away. */
  async prepare(): Promise<void> {
    await this.regions.current();
  }

  /**
   * Without `q` and `parentCode` the countries, with `parentCode` its children, with `q` the matches, best first, among
   * all or below the parent. `level` keeps only regions of that level. An unknown or hidden parent has no children.
   *
   * @throws ValidationFailedError when the cursor is not from this list.
   */
  async list(query: RegionListQuery): Promise<RegionList> {
    const index = await this.regions.current();
    const filter: RegionFilter = {
      q: query.q?.trim() || null,
      parentCode: query.parentCode ?? null,
      level: query.level ?? null,
      locale: query.locale,
    };
    const listName = nameOf(filter, index.dataset);
    const after = query.cursor === undefined ? null : this.positionOf(listName, query.cursor, index);
    const { items, total, end } = index.list(filter, query.limit, after);
    return {
      items,
      total,
      nextCursor: end && this.cursors.encode(listName, [end.rank, end.code]),
      dataset: index.dataset,
    };
  }

  /** A region by its code, including retired ones. Null if it is unknown or not public. */
  async find(code: string, locale: SupportedLocale): Promise<RegionDetail | null> {
    return (await this.regions.current()).find(code, locale);
  }

  private positionOf(listName: readonly string[], cursor: string, index: RegionIndex): RegionPosition {
    const position = regionPosition(this.cursors.decode(listName, cursor));
    if (!position || !index.has(position.code)) throw ValidationFailedError.of('cursor', 'invalid');
    return position;
  }
}

/** A cursor is valid for one list in one locale and one data set: another data set may be ordered differently. */
function nameOf({ q, parentCode, level, locale }: RegionFilter, { version }: DatasetIdentity): string[] {
  return ['regions', version, locale, JSON.stringify([q, parentCode, level])];
}

function regionPosition([rank, code]: CursorPosition): RegionPosition | null {
  return typeof rank === 'number' && typeof code === 'string' ? { rank, code } : null;
}
