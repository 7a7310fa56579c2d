import type { components } from '../../api/schema';

export type Scope = components['schemas']['ApiClientScope'];

/** The scopes that are ticked: by name, so that two people who tick different ones both have them. */
export type Ticked = Readonly<Record<string, true>>;

/** By module, as the API orders them; each is `<module>.<action>`. */
const ACTIONS = {
  notifications: ['submit', 'read', 'security'],
  apps: ['read', 'write', 'publish', 'delete'],
  members: ['read', 'write', 'export'],
  pages: ['read', 'write', 'publish', 'delete'],
  legal: ['read', 'write', 'publish'],
  content: ['preview'],
  categories: ['read', 'write', 'delete'],
  articles: ['read', 'write', 'publish', 'delete'],
  dictionaries: ['read', 'write', 'delete', 'global'],
  notices: ['read', 'write', 'publish'],
  messages: ['read', 'write', 'publish'],
  push_providers: ['read'],
  releases: ['read', 'write', 'publish', 'delete'],
  files: ['read', 'write', 'delete'],
  audit: ['read', 'export', 'verify'],
  security: ['read'],
  sessions: ['read', 'revoke'],
  dashboard: ['read'],
  organization: ['read', 'write'],
  settings: ['read', 'global'],
  jobs: ['read', 'write'],
  webhooks: ['read'],
  regions: ['read', 'write'],
  runtime: ['read'],
} as const;

export interface Module {
  readonly module: string;
  readonly scopes: readonly Scope[];
}

export const MODULES: readonly Module[] = Object.entries(ACTIONS).map(([module, actions]) => ({
  module,
  scopes: actions.map((action) => `${module}.${action}` as Scope),
}));

export const SCOPES: readonly Scope[] = MODULES.flatMap(({ scopes }) => scopes);

/** What clients do on routes of their own takes another permission of whoever lets them. */
const NEEDED: Readonly<Record<string, string>> = {
  'notifications.submit': 'messages.publish',
  'notifications.read': 'messages.read',
  'notifications.security': 'messages.publish',
};

/** The permission that an administrator needs to give the scope to a client. */
export function permissionFor(scope: Scope): string {
  return NEEDED[scope] ?? scope;
}

export function tickedOf(scopes: readonly string[]): Ticked {
  return Object.fromEntries(scopes.map((scope) => [scope, true as const]));
}

/** In the order of the API. */
export function scopesOf(ticked: Ticked): Scope[] {
  return SCOPES.filter((scope) => ticked[scope]);
}

export function withScope(ticked: Ticked, scope: Scope, isOn: boolean): Ticked {
  const others = Object.entries(ticked).filter(([each]) => each !== scope);
  return Object.fromEntries(isOn ? [...others, [scope, true as const]] : others);
}
