import type { Provider } from './provider-kinds';

export type Mode = 'rest' | 'cloud';

/** One setting of a provider, as the form has it. */
export interface ProviderField {
  /** In the form; the secrets have names of their own among the credentials. */
  readonly name: string;
  /** In the configuration; the two parts of a path are separated by a dot. */
  readonly path: string;
  readonly kind: 'text' | 'url' | 'choice' | 'secret' | 'key' | 'signing';
  readonly options?: readonly string[];
  readonly placeholder?: string;
  readonly optional?: boolean;
  /** Settings that come together or not at all. */
  readonly group?: 'android' | 'harmony';
}

const GATEWAY: readonly ProviderField[] = [
  { name: 'url', path: 'url', kind: 'url', placeholder: 'https://push.example.com/send' },
  { name: 'secret', path: 'secret', kind: 'signing' },
];

const GETUI: readonly ProviderField[] = [
  { name: 'app_id', path: 'app_id', kind: 'text' },
  { name: 'app_key', path: 'app_key', kind: 'text' },
  { name: 'master_secret', path: 'master_secret', kind: 'secret' },
  { name: 'android_package', path: 'android_package', kind: 'text', placeholder: 'com.example.shop' },
  { name: 'harmony_category', path: 'harmony_category', kind: 'text', placeholder: 'MARKETING', optional: true },
];

const FIELDS: Readonly<Record<Exclude<Provider, 'uni_push'>, readonly ProviderField[]>> = {
  fcm: [
    { name: 'project_id', path: 'service_account.project_id', kind: 'text', placeholder: 'example-shop' },
    { name: 'client_email', path: 'service_account.client_email', kind: 'text' },
    { name: 'key_id', path: 'service_account.private_key_id', kind: 'text', optional: true },
    { name: 'private_key', path: 'service_account.private_key', kind: 'key' },
  ],
  apns: [
    { name: 'topic', path: 'topic', kind: 'text', placeholder: 'com.example.shop' },
    { name: 'team_id', path: 'team_id', kind: 'text', placeholder: 'DEF123GHIJ' },
    { name: 'key_id', path: 'key_id', kind: 'text', placeholder: 'ABC123DEFG' },
    { name: 'environment', path: 'environment', kind: 'choice', options: ['production', 'sandbox'] },
    { name: 'key', path: 'key', kind: 'key' },
  ],
  hms: [
    { name: 'client_id', path: 'client_id', kind: 'text', group: 'android' },
    { name: 'client_secret', path: 'client_secret', kind: 'secret', group: 'android' },
    { name: 'project_id', path: 'project_id', kind: 'text', group: 'harmony' },
    { name: 'key_id', path: 'key_id', kind: 'text', group: 'harmony' },
    { name: 'sub_account', path: 'sub_account', kind: 'text', group: 'harmony' },
    { name: 'private_key', path: 'private_key', kind: 'key', group: 'harmony' },
  ],
  webhook: GATEWAY,
  log: [],
};

export function fieldsOf(provider: Provider, mode: Mode): readonly ProviderField[] {
  if (provider === 'uni_push') return mode === 'cloud' ? GATEWAY : GETUI;
  return FIELDS[provider];
}

export function isSecret({ kind }: ProviderField): boolean {
  return kind === 'secret' || kind === 'key' || kind === 'signing';
}
