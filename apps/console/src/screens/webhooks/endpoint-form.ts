import type { components } from '../../api/schema';

type Schemas = components['schemas'];

/** Stands for every type, those of later versions included. */
export const ALL = '*';

export type Endpoint = Schemas['AdminWebhookEndpointResponse'];

/** The types that are ticked: by name, so that two people who tick different ones both have them. */
export type Ticked = Readonly<Record<string, true>>;

export interface EndpointValues {
  url: string;
  description: string;
  event_types: Ticked;
}

export function emptyEndpoint(): EndpointValues {
  return { url: '', description: '', event_types: { [ALL]: true } };
}

export function valuesOf({ url, description, event_types }: Endpoint): EndpointValues {
  return { url, description: description ?? '', event_types: tickedOf(event_types) };
}

export function bodyOf({ url, description, event_types }: Partial<EndpointValues>): object {
  return {
    ...(url === undefined ? {} : { url: url.trim() }),
    ...(description === undefined ? {} : { description: description.trim() === '' ? null : description }),
    ...(event_types === undefined ? {} : { event_types: typesOf(event_types) }),
  };
}

export function tickedOf(types: readonly string[]): Ticked {
  return Object.fromEntries(types.map((type) => [type, true as const]));
}

/** All stands alone: whoever took some beside it, in another window, has them anyway. */
export function typesOf(ticked: Ticked): string[] {
  return ticked[ALL] ? [ALL] : Object.keys(ticked);
}

/** Disabled ones by the reason; `troubled` while nothing arrives, and the endpoint is still tried. */
export type EndpointState = 'enabled' | 'troubled' | Schemas['WebhookDisabledReason'];

export function stateOf({ enabled, disabled_reason, failing_since }: Endpoint): EndpointState {
  if (!enabled) return disabled_reason ?? 'administrator';
  return failing_since === null ? 'enabled' : 'troubled';
}

export const STATE_TONES = {
  enabled: 'success',
  troubled: 'warning',
  administrator: 'neutral',
  gone: 'danger',
  failing: 'danger',
} as const satisfies Record<EndpointState, string>;
