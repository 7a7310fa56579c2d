import { field, type ListPage } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { Answer } from '../../http/answers/answer-fields';

export class AdminDeleteResponse extends answer({
  deleted: field.constant(true),
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902'),
}) {
  constructor(id: string) {
    super({ deleted: true, id });
  }
}

/** One page of a list. Each list has a class of its own with `items`. */
export abstract class AdminListResponse {
  @Answer.Integer({ min: 1, example: 1 })
  readonly page: number;

  @Answer.Integer({ min: 1, max: 100, example: 20 })
  readonly page_size: number;

  @Answer.Count({ description: 'The number of items on all pages', example: 1 })
  readonly total: number;

  protected constructor(query: { page: number; page_size: number }, total: number) {
    this.page = query.page;
    this.page_size = query.page_size;
    this.total = total;
  }
}

/** One page of these answers, each made from an item of what was found. */
export function pageOf<Source, Item extends object>(item: new (source: Source) => Item, description?: string) {
  class PageOf extends AdminListResponse {
    @Answer.ListOf(() => item, { description })
    readonly items: readonly Item[];

    constructor(query: { page: number; page_size: number }, { items, total }: ListPage<Source>) {
      super(query, total);
      this.items = items.map((source) => new item(source));
    }
  }
  return PageOf;
}
