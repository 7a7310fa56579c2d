import { fieldsOf, isSecret, type Mode, type ProviderField } from './provider-fields';
import type { Config, NotSetUp, Provider, PushProvider } from './provider-kinds';

/** What the API shows of a secret. Sent back, it keeps what is stored. */
const MASK = '********';

export interface ProviderValues {
  enabled: boolean;
  mode: Mode;
  /** By the names of the fields, of both modes. */
  settings: Record<string, string>;
  /** What is typed to replace a secret: empty at first, whatever is stored. The name keeps it out of drafts. */
  credentials: Record<string, string>;
  marketing: unknown;
  other: unknown;
}

export function valuesOf(stored: PushProvider | NotSetUp): ProviderValues {
  const { provider, enabled, config } = stored;
  const mode = config['mode'] === 'cloud' ? 'cloud' : 'rest';
  const settings: Record<string, string> = {};
  const credentials: Record<string, string> = {};
  for (const field of [...fieldsOf(provider, 'rest'), ...fieldsOf(provider, 'cloud')]) {
    if (isSecret(field)) credentials[field.name] = '';
    else settings[field.name] = textAt(config, field.path) ?? field.options?.[0] ?? '';
  }
  const { marketing = null, other = null } = (config['options'] ?? {}) as { marketing?: unknown; other?: unknown };
  return { enabled, mode, settings, credentials, marketing, other };
}

/** Whether a secret is stored, which nobody can read again. */
export function isStored({ config }: Pick<PushProvider | NotSetUp, 'config'>, { path }: ProviderField): boolean {
  return textAt(config, path) === MASK;
}

/** The whole configuration: a request replaces what is stored. */
export function bodyOf(
  provider: Provider,
  values: ProviderValues,
  stored: Config,
): { enabled: boolean; config: Config } {
  const fields = fieldsOf(provider, values.mode);
  const config: Record<string, unknown> = provider === 'uni_push' ? { mode: values.mode } : {};
  for (const field of fields) {
    const value = valueOf(field, fields, values, stored);
    if (value !== '') put(config, field.path, value);
  }
  const { marketing, other } = values;
  if (marketing !== null || other !== null)
    config['options'] = { ...(marketing === null ? {} : { marketing }), ...(other === null ? {} : { other }) };
  return { enabled: values.enabled, config };
}

function valueOf(
  field: ProviderField,
  fields: readonly ProviderField[],
  values: ProviderValues,
  stored: Config,
): string {
  if (!isSecret(field)) return (values.settings[field.name] ?? '').trim();
  const typed = (values.credentials[field.name] ?? '').trim();
  if (typed !== '' || textAt(stored, field.path) !== MASK) return typed;
  // Whoever empties the other settings of a group gives the secret up with them.
  const others = fields.filter(({ group }) => group !== undefined && group === field.group);
  const isKept = others.length === 0 || others.some(({ name }) => (values.settings[name] ?? '').trim() !== '');
  return isKept ? MASK : '';
}

function textAt(config: Config, path: string): string | null {
  const [name = '', inner] = path.split('.');
  const value = config[name];
  const found = inner === undefined ? value : (value as Record<string, unknown> | undefined)?.[inner];
  return typeof found === 'string' ? found : null;
}

function put(config: Record<string, unknown>, path: string, value: string): void {
  const [name = '', inner] = path.split('.');
  config[name] = inner === undefined ? value : { ...(config[name] as object | undefined), [inner]: value };
}
