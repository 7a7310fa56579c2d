import {
  Aim,
  Avatar,
  Bell,
  Cellphone,
  Collection,
  CollectionTag,
  Connection,
  DataAnalysis,
  Document,
  Files,
  Guide,
  HomeFilled,
  Key,
  Lock,
  MapLocation,
  Message,
  Monitor,
  Odometer,
  OfficeBuilding,
  Position,
  Promotion,
  Reading,
  Setting,
  Share,
  Stamp,
  Tickets,
  Timer,
  Tools,
  Unlock,
  User,
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
  { group: 'app', key: 'notices', route: 'notices.list', icon: Bell, create: 'notices.new' },
  { group: 'app', key: 'messages', route: 'messages.list', icon: Message, create: 'messages.new' },
  { group: 'app', key: 'members', route: 'members.list', icon: User },
  { group: 'app', key: 'push_providers', route: 'push-providers.list', icon: Position },
  { group: 'organisation', key: 'start', route: 'start.home', icon: HomeFilled },
  { group: 'organisation', key: 'apps', route: 'apps.list', icon: Cellphone, create: 'apps.new' },
  {
    ...{ group: 'organisation', key: 'administrators', route: 'administrators.list', icon: UserFilled },
    create: 'administrators.new',
  },
  { group: 'organisation', key: 'roles', route: 'roles.list', icon: Avatar, create: 'roles.new' },
  {
    ...{ group: 'organisation', key: 'organization', route: 'organization.list', icon: Share },
    create: 'organization.new',
  },
  { group: 'organisation', key: 'files', route: 'files.list', icon: Files },
  {
    ...{ group: 'organisation', key: 'dictionaries', route: 'dictionaries.list', icon: Collection },
    create: 'dictionaries.new',
  },
  {
    ...{ group: 'organisation', key: 'api_clients', route: 'api-clients.list', icon: Key },
    create: 'api-clients.new',
  },
  { group: 'organisation', key: 'webhooks', route: 'webhooks.list', icon: Connection, create: 'webhooks.new' },
  { group: 'organisation', key: 'jobs', route: 'jobs.list', icon: Timer },
  { group: 'organisation', key: 'system_settings', route: 'settings.list', icon: Tools, create: 'settings.new' },
  { group: 'organisation', key: 'audit', route: 'audit.list', icon: Tickets },
  { group: 'organisation', key: 'sessions', route: 'sessions.list', icon: Monitor },
  { group: 'organisation', key: 'logins', route: 'security.logins', icon: Unlock },
  { group: 'organisation', key: 'security_events', route: 'security.events', icon: Lock },
  { group: 'platform', key: 'tenants', route: 'tenants.list', icon: OfficeBuilding, create: 'tenants.new' },
  { group: 'platform', key: 'regions', route: 'regions.list', icon: MapLocation },
  { group: 'platform', key: 'runtime', route: 'runtime.now', icon: Odometer },
];
