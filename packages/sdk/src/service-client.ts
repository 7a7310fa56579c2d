import { issueClientToken } from './generated/admin-operations.js';
import type { Sender } from './operation.js';
import { type Credentials, createSender, type SenderOptions } from './sender.js';

export interface ServiceClientOptions extends SenderOptions {
  /** Of an API client, as the console shows them when it is created. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** Fewer scopes than the API client has, separated by spaces. */
  readonly scope?: string;
}

/** A token that lives for less is replaced before it is used. */
const MARGIN_MS = 10_000;

/**
 * For servers and scripts: the client credentials of an API client (RFC 6749). It may do what its scopes say, under
 * `/api/v1/service` and under `/admin-api/v1`.
 */
export function createServiceClient(options: ServiceClientOptions): Sender {
  const anonymous = createSender(options, () => Promise.resolve({}), {
    current: () => Promise.resolve(null),
    replace: () => Promise.resolve(null),
  });
  let token: { readonly value: string; readonly until: number } | null = null;
  let running: Promise<string> | null = null;

  const issue = async (): Promise<string> => {
    const { clientId: client_id, clientSecret: client_secret, scope } = options;
    const body = { grant_type: 'client_credentials', client_id, client_secret, scope } as const;
    const { access_token: value, expires_in } = await issueClientToken(anonymous, { body });
    token = { value, until: Date.now() + expires_in * 1_000 };
    return value;
  };
  const credentials: Credentials = {
    async current() {
      if (token && token.until - Date.now() > MARGIN_MS) return token.value;
      running ??= issue().finally(() => (running = null));
      return running;
    },
    replace(stale) {
      if (token?.value === stale) token = null;
      return credentials.current();
    },
  };
  return createSender(options, () => Promise.resolve({}), credentials);
}
