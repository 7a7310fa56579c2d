import { field, type ListPage, type PageRequest } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { Documented } from '../../http/fields/fields';

export class AdminDeleteResponse extends answer({
  deleted: field.constant(true),
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902'),
}) {
  constructor(id: string) {
    super({ deleted: true, id });
  }
}

/** One page of these answers, each made from an item of what was found. @param description of the items. */
export function pageOf<Source, Item extends object>(item: new (source: Source) => Item, description?: string) {
  class PageOf extends answer({
    page: field.integer(1).example(1),
    pageSize: field.integer(1, 100).example(20),
    total: field.count().about('The number of items on all pages').example(1),
  }) {
    @Documented({ type: () => [item] }, { description })
    readonly items: readonly Item[];

    constructor({ page, pageSize }: PageRequest, { items, total }: ListPage<Source>) {
      super({ page, pageSize, total });
      this.items = items.map((source) => new item(source));
    }
  }
  return PageOf;
}
