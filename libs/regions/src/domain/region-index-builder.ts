import { type LocalizedText, SUPPORTED_LOCALES, type SupportedLocale } from '@libs/kernel';
import { fold } from './fold';
import { PackedStringsBuilder } from './packed-strings';
import type { DatasetIdentity, StoredRegion } from './region';
import { RegionIndex } from './region-index';
import { RegionNames } from './region-names';
import { type RegionSearch, RegionSearchBuilder, type SearchFields } from './region-search';
import { CHINA, RegionTree } from './region-tree';
import { DIVIDER, OPEN_END } from './text-index';

const ROWS_PER_SLICE = 4_096;
const NO_PARENT = -1;
/** The parent does not exist: such a region is not a root, and cannot be reached. */
const LOST_PARENT = -2;

/**
 * Takes the regions in the order of their codes and makes their index. Everything is packed at once: kept as objects
 * until the end, the regions would leave the process with a heap several times the size of the index.
 */
export class RegionIndexBuilder {
  private readonly codes = new PackedStringsBuilder();
  private readonly names: Readonly<Record<SupportedLocale, PackedStringsBuilder>> = {
    'zh-CN': new PackedStringsBuilder(),
    'zh-TW': new PackedStringsBuilder(),
    'en-US': new PackedStringsBuilder(),
    'ja-JP': new PackedStringsBuilder(),
  };
  private readonly pinyin = new PackedStringsBuilder();
  private readonly initials = new PackedStringsBuilder();
  private readonly levels: number[] = [];
  private readonly open: number[] = [];
  private readonly active: number[] = [];
  /** By node: the number of its parent among the parents, in the order in which they were first named. */
  private readonly parentNumbers: number[] = [];
  private readonly parents = new Map<string, number>();
  private readonly successors = new Map<number, readonly string[]>();
  private lastCode = '';

  add(region: StoredRegion): void {
    const { code, parentCode } = region;
    if (code <= this.lastCode) throw new Error('Regions must come in the order of their codes');
    this.lastCode = code;
    if (region.successorCodes.length > 0) this.successors.set(this.codes.size, region.successorCodes);
    this.codes.push(code);
    this.parentNumbers.push(parentCode === null ? NO_PARENT : this.parentNumber(parentCode));
    this.levels.push(region.level);
    this.open.push(Number(region.isPublic));
    this.active.push(Number(region.status === 'active'));
    this.pinyin.push(region.pinyin);
    this.initials.push(region.initials);
    const chinese = nameOf(region, 'zh-CN');
    for (const locale of SUPPORTED_LOCALES) {
      const name = nameOf(region, locale);
      this.names[locale].push(locale !== 'zh-CN' && name === chinese ? '' : name);
    }
  }

  /** Yields between slices of the work, so that other work is not blocked. */
  *build(dataset: DatasetIdentity, revision: string): Generator<void, RegionIndex> {
    const codes = this.codes.build();
    const parents = [...this.parents.keys()].map((code) => codes.search(code));
    yield;
    const china = codes.search(CHINA);
    const tree = new RegionTree(
      {
        parents: Int32Array.from(this.parentNumbers, (number) => parentNode(parents, number)),
        levels: Uint8Array.from(this.levels),
        open: Uint8Array.from(this.open),
        active: Uint8Array.from(this.active),
      },
      china,
    );
    yield;
    const names = new RegionNames({
      'zh-CN': this.names['zh-CN'].build(),
      'zh-TW': this.names['zh-TW'].build(),
      'en-US': this.names['en-US'].build(),
      'ja-JP': this.names['ja-JP'].build(),
    });
    const pinyin = this.pinyin.build();
    const initials = this.initials.build();
    const search = yield* buildSearch(tree, (node) => ({
      names: names.ofAll(node, fold),
      spellings: [
        ...pinyin.at(node).split(' ').map(foldSyllables),
        // Many names share their initials. hz is meant as 杭州市 rather than 侯镇, and JP not as 加蓬.
        initials.at(node) && fold(initials.at(node)) + OPEN_END,
        fold(codes.at(node)),
      ],
    }));
    return new RegionIndex(dataset, revision, { codes, names, successors: this.successors, tree, search, china });
  }

  private parentNumber(code: string): number {
    const known = this.parents.get(code);
    if (known !== undefined) return known;
    this.parents.set(code, this.parents.size);
    return this.parents.size - 1;
  }
}

function* buildSearch(tree: RegionTree, fieldsOf: (node: number) => SearchFields): Generator<void, RegionSearch> {
  const builder = new RegionSearchBuilder(tree.nodes.length);
  for (const [row, node] of tree.nodes.entries()) {
    // Every node has a row, so that positions in lists stay the same when a region is hidden.
    builder.add(tree.isListed(node) ? fieldsOf(node) : null);
    if (row % ROWS_PER_SLICE === ROWS_PER_SLICE - 1) yield;
  }
  return yield* builder.build();
}

function foldSyllables(spelling: string): string {
  return spelling.split(DIVIDER).map(fold).join(DIVIDER);
}

function nameOf({ code, names, nameOverride }: StoredRegion, locale: SupportedLocale): string {
  const override: LocalizedText = nameOverride ?? {};
  return override[locale] ?? names[locale] ?? names['zh-CN'] ?? names['en-US'] ?? code;
}

function parentNode(parents: readonly number[], number: number): number {
  if (number === NO_PARENT) return NO_PARENT;
  const node = parents[number] ?? -1;
  return node < 0 ? LOST_PARENT : node;
}
