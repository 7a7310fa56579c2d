import { Collection, DataAnalysis, HomeFilled } from '@element-plus/icons-vue';
import type { Component } from 'vue';
import type { OperationId } from './api/operations';

interface MenuRow {
  readonly group: 'app' | 'organisation' | 'platform';
  /** Its text is `frame.menu.<key>`. */
  readonly key: string;
  /** A row of `routes.ts`; the entry is there for those who may do its operation. */
  readonly route: string;
  readonly icon: Component;
  /** The screen that opens its form for a new record at `?new=1`; named `frame.create.<key>` in the palette. */
  readonly create?: { readonly route: string; readonly operation: OperationId };
}

/** In the order of the page. */
export const MENU: readonly MenuRow[] = [
  { group: 'app', key: 'overview', route: 'overview.app', icon: DataAnalysis },
  { group: 'organisation', key: 'start', route: 'start.home', icon: HomeFilled },
  {
    ...{ group: 'organisation', key: 'dictionaries', route: 'dictionaries.list', icon: Collection },
    create: { route: 'dictionaries.new', operation: 'createAdminDictionary' },
  },
];
