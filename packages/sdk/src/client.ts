import { refreshToken } from './generated/mobile-operations.js';
import { DEVICE_KEY, type OperationSpec, type Sender } from './operation.js';
import type { ApiError } from './problem.js';
import { createSender, type SenderOptions } from './sender.js';
import { createSession, type Session } from './session.js';
import type { Storage } from './storage.js';
import { uuid } from './uuid.js';

export interface ClientOptions extends SenderOptions {
  /** The id of the App, as the console shows it. */
  readonly appId: string;
  readonly storage: Storage;
  /** The key of the installation, where the App has one of its own. The client makes and keeps one otherwise. */
  readonly deviceKey?: string;
  /** Told when the server has ended the session: show the sign-in. */
  readonly onSignedOut?: (error: ApiError) => void;
}

/** A client of one App. Give it to the functions of the operations. */
export interface Client extends Sender {
  readonly appId: string;
  readonly session: Session;
  /** @returns the key of the installation. */
  deviceKey(): Promise<string>;
}

/** @returns a client of one App. It sends nothing by itself. */
export function createClient(options: ClientOptions): Client {
  const { appId, storage, onSignedOut } = options;
  const prefix = `appkernel.${appId}`;

  let making: Promise<string> | null = null;
  const deviceKey = (): Promise<string> => {
    if (options.deviceKey !== undefined) return Promise.resolve(options.deviceKey);
    making ??= keptKey(storage, `${prefix}.device`).finally(() => (making = null));
    return making;
  };

  const headersOf = async ({ flags }: OperationSpec): Promise<Record<string, string>> => ({
    'X-AppID': appId,
    ...(flags & DEVICE_KEY ? { 'X-AK-Device-Key': await deviceKey() } : {}),
  });

  const session = createSession({
    storage,
    name: `${prefix}.session`,
    refresh: (token, idempotencyKey) => refreshToken(sender, { body: { refresh_token: token }, idempotencyKey }),
    onEnded: onSignedOut,
  });
  const sender: Sender = createSender(options, headersOf, session);
  return { appId, session, deviceKey, send: sender.send };
}

async function keptKey(storage: Storage, name: string): Promise<string> {
  const known = await storage.get(name);
  if (known !== null) return known;
  await storage.set(name, uuid());
  // As it is kept: another tab may have begun at the same moment.
  return (await storage.get(name)) ?? uuid();
}
