import type { Changes, SettingsChanges } from '@libs/kernel';

/** So few that a process knows those of its tenants. */
export const MAX_ENDPOINTS = 50;
export const MAX_URL_LENGTH = 2_048;
export const MAX_DESCRIPTION_LENGTH = 500;

/** Why nothing is sent: an administrator said so, the endpoint said that it is gone (410), or it failed for days. */
export const DISABLED_REASONS = ['administrator', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** What administrators may change in an endpoint at any time. */
export interface EndpointSettings {
  readonly url: string;
  /** In the order of the catalogue. */
  readonly eventTypes: readonly string[];
  readonly description: string | null;
  readonly enabled: boolean;
}

type Indispensable = Pick<EndpointSettings, 'url' | 'eventTypes'>;

/** Undefined fields stay as they are, null resets to the default. */
export type EndpointChanges = Changes<Indispensable> & SettingsChanges<Omit<EndpointSettings, keyof Indispensable>>;

export type NewEndpoint = EndpointChanges & Indispensable;

export function initialSettings({ url, eventTypes }: Indispensable): EndpointSettings {
  return { url, eventTypes, description: null, enabled: true };
}

/** Why a failed attempt may disable the endpoint. */
export interface Closure {
  readonly reason: Exclude<DisabledReason, 'administrator'>;
  /** How long the endpoint has failed by then. */
  readonly afterDays: number;
}
