import type { components } from '../../api/schema';
import type { BodyOf } from '../../api/types';

type Schemas = components['schemas'];
export type Provider = Schemas['PushProviderName'];
export type PushProvider = Schemas['AdminPushProviderResponse'];
export type Config = BodyOf<'putAdminPushProvider'>['config'];

/** One that has no configuration yet. */
export interface NotSetUp {
  readonly provider: Provider;
  readonly enabled: boolean;
  readonly config: Config;
  readonly lock_version: null;
}

/** Those of devices first, in the order in which most Apps need them, then those that take what is left. */
export const PROVIDERS = ['uni_push', 'fcm', 'apns', 'hms', 'webhook', 'log'] as const satisfies readonly Provider[];

export function providerIn(value: unknown): Provider | null {
  return PROVIDERS.find((each) => each === value) ?? null;
}

export type State = 'on' | 'off' | 'paused' | 'none';

export const STATE_TONES = {
  on: 'success',
  off: 'neutral',
  paused: 'danger',
  none: 'neutral',
} as const satisfies Readonly<Record<State, string>>;

export function stateOf(provider: PushProvider | NotSetUp | undefined): State {
  if (!provider || provider.lock_version === null) return 'none';
  if (!provider.enabled) return 'off';
  return provider.paused_at === null ? 'on' : 'paused';
}
