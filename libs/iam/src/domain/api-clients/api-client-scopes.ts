import { type Permission, PERMISSIONS } from '../roles/permissions';
import { ScopeDeniedError } from './api-client.errors';

interface ScopeDefinition {
  readonly code: string;
  readonly description: string;
  /** What an administrator would need for the same: nobody lets a program do what they may not do themselves. */
  readonly permission: Permission;
}

/** Who may do what, who may act for the tenant, and where its secrets and events go: people decide that. */
type NeverGranted =
  | `${'users' | 'roles' | 'tenants' | 'api_clients'}.${string}`
  | 'settings.write'
  | 'webhooks.write'
  | 'notifications.configure';

const NEVER_GRANTED =
  /^(?:(?:users|roles|tenants|api_clients)\..*|settings\.write|webhooks\.write|notifications\.configure)$/;

/** A permission that a client may have: its scope has the same name, and means the same on the administrators' routes. */
type GrantedPermission = Exclude<Permission, NeverGranted>;

/** What clients do on routes of their own. No permission has the name of one of these. */
const OF_CLIENTS = [
  {
    code: 'notifications.submit',
    description: 'Send messages to members, and recall those that the client sent',
    permission: 'messages.publish',
  },
  {
    code: 'notifications.read',
    description: 'List the messages that the client sent, and see how many of the named got them',
    permission: 'messages.read',
  },
  {
    code: 'notifications.security',
    description: 'Send messages of the type `security`, which no member can switch off',
    permission: 'messages.publish',
  },
] as const satisfies readonly ScopeDefinition[];

/** Permissions that mean something on the clients' own routes, too. */
const ALSO_OF_CLIENTS: { readonly [Code in Permission]?: string } = {
  'members.read': 'See the members of an App; when sending messages, be told which of the named are members',
};

export type ApiClientScope = (typeof OF_CLIENTS)[number]['code'] | GrantedPermission;

const OF_ADMINISTRATORS = PERMISSIONS.flatMap(({ code, description }) =>
  isGranted(code) ? [{ code, description: ALSO_OF_CLIENTS[code] ?? description, permission: code }] : [],
);

/** What API clients may be allowed to do. A scope never changes its meaning. */
export const API_CLIENT_SCOPES: readonly (ScopeDefinition & { readonly code: ApiClientScope })[] = [
  ...OF_CLIENTS,
  ...OF_ADMINISTRATORS,
];

const OPENS_ADMINISTRATION: ReadonlySet<string> = new Set(OF_ADMINISTRATORS.map(({ code }) => code));

/** Checks a scope that is required in addition to that of the route. @throws ScopeDeniedError */
export function expectScope({ scopes }: { readonly scopes: ReadonlySet<ApiClientScope> }, scope: ApiClientScope): void {
  if (!scopes.has(scope)) throw new ScopeDeniedError({ extra: { required_scope: scope } });
}

/** The permissions of administrators to which the scopes amount. */
export function permissionsOf(scopes: readonly ApiClientScope[]): Permission[] {
  return API_CLIENT_SCOPES.filter(({ code }) => scopes.includes(code)).map(({ permission }) => permission);
}

/** Whether the permission is a scope of the same name: routes that require it are open to clients that have it. */
export function isScope(permission: string): permission is GrantedPermission {
  return OPENS_ADMINISTRATION.has(permission);
}

/** In the order of the catalogue, without duplicates and without what is none. */
export function knownScopes(scopes: readonly string[]): ApiClientScope[] {
  return API_CLIENT_SCOPES.map(({ code }) => code).filter((code) => scopes.includes(code));
}

function isGranted(permission: Permission): permission is GrantedPermission {
  return !NEVER_GRANTED.test(permission);
}
