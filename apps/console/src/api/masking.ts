const MASK = '***';

const SECRET_WORD =
  /^(?:passwords?|passwd|pwd|passphrase|passcode|secrets?|tokens?|otp|totp|otpauth|credentials?|authorization|cookies?|salt|pepper|apikey|mnemonic)$/;
const SECRET_WORDS =
  /(?:^|_)(?:(?:recovery|backup|verification)_codes?|(?:private|api|access|signing|encryption)_keys?)(?:_|$)/;
/** Last words of names that tell something about a secret, and do not contain it. */
const ABOUT =
  /^(?:at|ids?|type|policy|length|count|limit|attempts|version|enabled|required|seconds|minutes|hours|days)$/;

/** Whether the audit log would hide the value of a field of this name. */
export function namesSecret(name: string): boolean {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
  if (ABOUT.test(words.at(-1) ?? '')) return false;
  return words.some((word) => SECRET_WORD.test(word)) || SECRET_WORDS.test(words.join('_'));
}

/** A copy of a body that may be shown and copied: whatever names a secret says `***` in it. */
function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, namesSecret(name) && inner !== null ? MASK : masked(inner)]),
  );
}

/** The body of a request to this path. The value of a setting may be a secret, as is the key of Apple: their names do not tell. */
export function maskedBody(path: string, body: unknown): unknown {
  const shown = masked(body);
  if (!isObject(shown)) return shown;
  if (path.startsWith('/admin-api/v1/settings') && 'value' in shown) return { ...shown, value: MASK };
  const { config } = shown;
  return path.includes('/push-providers/') && isObject(config) && 'key' in config
    ? { ...shown, config: { ...config, key: MASK } }
    : shown;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
