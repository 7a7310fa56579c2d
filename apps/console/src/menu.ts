import {
  Aim,
  Cellphone,
  Collection,
  CollectionTag,
  DataAnalysis,
  Document,
  Files,
  Guide,
  HomeFilled,
  Key,
  OfficeBuilding,
  Promotion,
  Reading,
  Setting,
  Share,
  Stamp,
  UserFilled,
} from '@element-plus/icons-vue';
import type { Component } from 'vue';

interface MenuRow {
  readonly group: 'app' | 'organisation' | 'platform';
  /** Its text is `frame.menu.<key>`. */
  readonly key: string;
  /** A row of `routes.ts`; the entry is there for those who may do its operation. */
  readonly route: string;
  readonly icon: Component;
  /** The row whose screen makes a new record; named `frame.create.<key>` in the palette. */
  readonly create?: string;
}

/** In the order of the page. */
export const MENU: readonly MenuRow[] = [
  { group: 'app', key: 'overview', route: 'overview.app', icon: DataAnalysis },
  { group: 'app', key: 'settings', route: 'apps.settings', icon: Setting },
  { group: 'app', key: 'onboarding', route: 'onboarding.edit', icon: Guide },
  { group: 'app', key: 'releases', route: 'releases.list', icon: Promotion, create: 'releases.new' },
  { group: 'app', key: 'explain', route: 'releases.explain', icon: Aim },
  { group: 'app', key: 'pages', route: 'pages.list', icon: Document, create: 'pages.new' },
  { group: 'app', key: 'legal', route: 'legal.list', icon: Stamp },
  { group: 'app', key: 'articles', route: 'articles.list', icon: Reading, create: 'articles.new' },
  { group: 'app', key: 'categories', route: 'categories.list', icon: CollectionTag, create: 'categories.new' },
  { group: 'organisation', key: 'start', route: 'start.home', icon: HomeFilled },
  { group: 'organisation', key: 'apps', route: 'apps.list', icon: Cellphone, create: 'apps.new' },
  {
    ...{ group: 'organisation', key: 'administrators', route: 'administrators.list', icon: UserFilled },
    create: 'administrators.new',
  },
  { group: 'organisation', key: 'roles', route: 'roles.list', icon: Key, create: 'roles.new' },
  {
    ...{ group: 'organisation', key: 'organization', route: 'organization.list', icon: Share },
    create: 'organization.new',
  },
  { group: 'organisation', key: 'files', route: 'files.list', icon: Files },
  {
    ...{ group: 'organisation', key: 'dictionaries', route: 'dictionaries.list', icon: Collection },
    create: 'dictionaries.new',
  },
  { group: 'platform', key: 'tenants', route: 'tenants.list', icon: OfficeBuilding, create: 'tenants.new' },
];
