const SECRET_WORDS = new Set([
  ...['password', 'passwords', 'passwd', 'pwd', 'passphrase', 'passcode', 'secret', 'secrets', 'token', 'tokens'],
  ...['otp', 'totp', 'otpauth', 'credential', 'credentials', 'authorization', 'cookie', 'cookies', 'salt', 'pepper'],
  ...['apikey', 'mnemonic'],
]);

const SECRET_PAIR =
  /(?:^|_)(?:(?:recovery|backup|verification)_codes?|(?:private|api|access|signing|encryption)_keys?)(?=_|$)/;

/** Last words of names that refer to a secret without containing it, such as `password_changed_at`. */
const ABOUT_A_SECRET = new Set([
  ...['at', 'id', 'ids', 'type', 'policy', 'length', 'count', 'limit', 'attempts', 'version', 'enabled', 'required'],
  ...['seconds', 'minutes', 'hours', 'days'],
]);

/** Results by name: a long list repeats the same few names thousands of times, and the check is slow. */
const known = new Map<string, boolean>();
const MAX_KNOWN = 1_000;
const MAX_KNOWN_LENGTH = 100;

/** Whether a field of this name must not be shown. If in doubt, it must not. */
export function namesSecret(name: string): boolean {
  const found = known.get(name) ?? saysSecret(name);
  if (known.size < MAX_KNOWN && name.length <= MAX_KNOWN_LENGTH) known.set(name, found);
  return found;
}

function saysSecret(name: string): boolean {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
  if (ABOUT_A_SECRET.has(words.at(-1) ?? '')) return false;
  return words.some((word) => SECRET_WORDS.has(word)) || SECRET_PAIR.test(words.join('_'));
}
