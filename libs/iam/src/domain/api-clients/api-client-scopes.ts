import type { Permission } from '../roles/permissions';
import { ScopeDeniedError } from './api-client.errors';

interface ScopeDefinition {
  readonly code: string;
  readonly description: string;
  /** What an administrator would need for the same: nobody lets a program do what they may not do themselves. */
  readonly permission: Permission;
}

/** What API clients may be allowed to do. A scope never changes its meaning. */
export const API_CLIENT_SCOPES = [
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
  {
    code: 'members.read',
    description: 'Be told which of the named are members',
    permission: 'members.read',
  },
] as const satisfies readonly ScopeDefinition[];

export type ApiClientScope = (typeof API_CLIENT_SCOPES)[number]['code'];

/** Checks a scope that is required in addition to that of the route. @throws ScopeDeniedError */
export function expectScope({ scopes }: { readonly scopes: ReadonlySet<ApiClientScope> }, scope: ApiClientScope): void {
  if (!scopes.has(scope)) throw new ScopeDeniedError({ extra: { required_scope: scope } });
}

/** The permissions of administrators to which the scopes amount. */
export function permissionsOf(scopes: readonly ApiClientScope[]): Permission[] {
  return API_CLIENT_SCOPES.filter(({ code }) => scopes.includes(code)).map(({ permission }) => permission);
}

/** In the order of the catalogue, without duplicates and without what is none. */
export function knownScopes(scopes: readonly string[]): ApiClientScope[] {
  return API_CLIENT_SCOPES.map(({ code }) => code).filter((code) => scopes.includes(code));
}
