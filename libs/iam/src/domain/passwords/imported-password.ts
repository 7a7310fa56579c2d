/** The schemes of other systems whose hashes can be taken over: each an HMAC of the password as it was typed. */
export const IMPORTED_SCHEMES = {
  'uni-id-hmac-sha1': 'sha1',
  'uni-id-hmac-sha256': 'sha256',
} as const;

export type ImportedScheme = keyof typeof IMPORTED_SCHEMES;

/** What another system keeps of a password. */
export interface ImportedPassword {
  readonly scheme: ImportedScheme;
  /** The key of the HMAC: a secret of that system, or the salt of the one password. */
  readonly key: string;
  /** In lower-case hexadecimal digits. */
  readonly digest: string;
}

export function isImportedScheme(scheme: string): scheme is ImportedScheme {
  return Object.hasOwn(IMPORTED_SCHEMES, scheme);
}
