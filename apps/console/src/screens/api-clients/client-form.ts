import type { components } from '../../api/schema';
import { scopesOf, tickedOf, type Ticked } from './scopes';

type Schemas = components['schemas'];
export type Client = Schemas['AdminApiClientResponse'];

export const STATUSES = ['active', 'disabled'] as const satisfies readonly Schemas['ApiClientStatus'][];

export interface ClientValues {
  name: string;
  description: string;
  scopes: Ticked;
  /** Null for all of the tenant. */
  app_ids: Ticked | null;
  /** Networks, one a line. */
  allowed_cidrs: string;
  expires_at: string | null;
}

export function emptyClient(): ClientValues {
  return { name: '', description: '', scopes: {}, app_ids: null, allowed_cidrs: '', expires_at: null };
}

export function valuesOf({ name, description, scopes, app_ids, allowed_cidrs, expires_at }: Client): ClientValues {
  return {
    name,
    description: description ?? '',
    scopes: tickedOf(scopes),
    app_ids: app_ids === null ? null : tickedOf(app_ids),
    allowed_cidrs: allowed_cidrs.join('\n'),
    expires_at,
  };
}

export function bodyOf({ description, scopes, app_ids, allowed_cidrs, ...others }: Partial<ClientValues>): object {
  return {
    ...others,
    ...(description === undefined ? {} : { description: description.trim() === '' ? null : description }),
    ...(scopes === undefined ? {} : { scopes: scopesOf(scopes) }),
    ...(app_ids === undefined ? {} : { app_ids: app_ids === null ? null : Object.keys(app_ids) }),
    ...(allowed_cidrs === undefined ? {} : { allowed_cidrs: linesOf(allowed_cidrs) }),
  };
}

/** People separate networks by whatever comes to hand. */
export function linesOf(text: string): string[] {
  return text.split(/[\s,;，、；]+/).filter((line) => line !== '');
}

export type ClientState = Schemas['ApiClientStatus'] | 'expired';

export function stateOf({ status, expires_at }: Client, now = Date.now()): ClientState {
  return status === 'active' && expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : status;
}

export const STATE_TONES = { active: 'success', disabled: 'neutral', expired: 'warning' } as const satisfies Record<
  ClientState,
  string
>;
