import { type FieldError, ValidationFailedError } from '@libs/kernel';
import { fieldsOf, type PushField } from './push-config-fields';
import type { PushProviderName } from './push-provider';

/** What is shown in place of a secret. Sent back, it keeps the secret that is stored. */
export const MASK = '********';

/** Objects that are handed to the provider as they are: one for marketing, one for all else. */
export interface PushOptions {
  readonly marketing?: Readonly<Record<string, unknown>>;
  readonly other?: Readonly<Record<string, unknown>>;
}

/** The settings of a provider, by their names on the wire. Nested one level deep at most, but for the options. */
export type PushConfig = Readonly<Record<string, unknown>> & { readonly options?: PushOptions };

export interface CheckedConfig {
  /** Without the secrets. */
  readonly config: PushConfig;
  /** By their paths. */
  readonly secrets: Readonly<Record<string, string>>;
}

const OPTION_CLASSES = ['marketing', 'other'] as const;
const MAX_OPTIONS_BYTES = 4_096;
const MAX_OPTIONS_DEPTH = 8;

/**
 * What an administrator sent, as it is stored. Addresses in uploaded key files are left out.
 *
 * @param stored the secrets that a mask stands for.
 * @param allowsHttp whether addresses need not be https: in development.
 * @throws ValidationFailedError
 */
export function checkedConfig(
  provider: PushProviderName,
  given: PushConfig,
  stored: Readonly<Record<string, string>>,
  allowsHttp: boolean,
): CheckedConfig {
  const fields = fieldsOf(provider, given);
  const errors: FieldError[] = [...unknownFields(fields, given), ...optionErrors(given.options)];
  const config: Record<string, unknown> = {};
  const secrets: Record<string, string> = {};
  for (const field of fields) {
    const sent = valueAt(given, field.path);
    const value = field.isSecret && sent === MASK ? stored[field.path] : sent;
    if (value === undefined || value === null) {
      if (!field.optional) errors.push({ field: `config.${field.path}`, code: 'required' });
      continue;
    }
    const problem = problemOf(field, value, allowsHttp);
    if (problem) errors.push({ field: `config.${field.path}`, ...problem });
    else if (field.isSecret) secrets[field.path] = value as string;
    else put(config, field.path, value);
  }
  if (errors.length > 0) throw new ValidationFailedError(errors);
  return { config: given.options === undefined ? config : { ...config, options: given.options }, secrets };
}

/** With a mask for each secret. */
export function maskedConfig(provider: PushProviderName, config: PushConfig): PushConfig {
  const masked = structuredClone(config) as Record<string, unknown>;
  for (const { path } of fieldsOf(provider, config).filter((field) => hasSecret(field, config)))
    put(masked, path, MASK);
  return masked;
}

/** With its secrets. */
export function openConfig(config: PushConfig, secrets: Readonly<Record<string, string>>): PushConfig {
  const open = structuredClone(config) as Record<string, unknown>;
  for (const [path, secret] of Object.entries(secrets)) put(open, path, secret);
  return open;
}

/** Optional secrets come with others of their group: there is one if those are. */
function hasSecret({ isSecret, path, optional, group }: PushField, config: PushConfig): boolean {
  if (!isSecret) return false;
  return !optional || (group ?? [path]).some((name) => valueAt(config, name) !== undefined);
}

function problemOf({ max, check }: PushField, value: unknown, allowsHttp: boolean): Omit<FieldError, 'field'> | null {
  if (typeof value !== 'string') return { code: 'not_string' };
  if (value.trim() === '') return { code: 'required' };
  if (value.length > max) return { code: 'too_long', params: { max } };
  const problem = check(value, allowsHttp);
  return problem === null ? null : { code: problem };
}

function unknownFields(fields: readonly PushField[], given: PushConfig): FieldError[] {
  // Of a key file only what is needed is kept, and nothing else is of interest.
  const known = new Set([...fields.map(({ path }) => path.split('.')[0]), 'options']);
  return Object.keys(given)
    .filter((name) => !known.has(name))
    .map((name) => ({ field: `config.${name}`, code: 'unknown_field' }));
}

function optionErrors(options: unknown): FieldError[] {
  if (options === undefined) return [];
  if (!isObject(options)) return [{ field: 'config.options', code: 'not_object' }];
  return Object.entries(options).flatMap(([name, value]): FieldError[] => {
    const field = `config.options.${name}`;
    if (!(OPTION_CLASSES as readonly string[]).includes(name)) return [{ field, code: 'unknown_field' }];
    if (!isObject(value)) return [{ field, code: 'not_object' }];
    if (depthOf(value) > MAX_OPTIONS_DEPTH) return [{ field, code: 'too_deep', params: { max: MAX_OPTIONS_DEPTH } }];
    const isTooLarge = Buffer.byteLength(JSON.stringify(value)) > MAX_OPTIONS_BYTES;
    return isTooLarge ? [{ field, code: 'too_large', params: { max: MAX_OPTIONS_BYTES } }] : [];
  });
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

export function valueAt(config: PushConfig, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), config);
}

function put(config: Record<string, unknown>, path: string, value: unknown): void {
  const [name = '', inner] = path.split('.');
  if (inner === undefined) config[name] = value;
  else config[name] = { ...(isObject(config[name]) ? config[name] : {}), [inner]: value };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
