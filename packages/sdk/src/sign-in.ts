import type { Client } from './client.js';
import * as generated from './generated/mobile-operations.js';
import type { Answer, Input } from './operation.js';
import { isApiError } from './problem.js';

export type SignedIn = Answer<typeof generated.loginByPassword>;

/** Sign in with a password, and keep the session. */
export async function loginByPassword(
  client: Client,
  input: Input<typeof generated.loginByPassword>,
): Promise<SignedIn> {
  const tokens = await generated.loginByPassword(client, input);
  await client.session.open(tokens);
  return tokens;
}

/** Sign in with an SMS code, and keep the session. */
export async function loginByMobile(client: Client, input: Input<typeof generated.loginByMobile>): Promise<SignedIn> {
  const tokens = await generated.loginByMobile(client, input);
  await client.session.open(tokens);
  return tokens;
}

/**
 * Sign out. This device forgets the session in any case; where the server cannot be told, that is an error, and the
 * session ends by itself when its refresh token expires.
 */
export async function logout(client: Client): Promise<void> {
  try {
    await generated.logout(client);
  } catch (error) {
    if (!isApiError(error) || error.status !== 401) throw error;
  } finally {
    await client.session.close();
  }
}
