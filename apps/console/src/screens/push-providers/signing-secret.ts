const BYTES = 32;

/** A new secret in the form of Standard Webhooks. */
export function newSigningSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return `whsec_${btoa(String.fromCodePoint(...bytes))}`;
}
