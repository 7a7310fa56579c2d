import { createClient } from '@appkernel/sdk';
import { uniStorage, uniTransport } from '@appkernel/sdk/uni';
import { apiLocale } from '../locale';
import { uniApi } from '../platform/uni-api';
import { afterSignOut } from './signed-out';

export const API_URL = import.meta.env.VITE_API_URL;
export const APP_ID = import.meta.env.VITE_APP_ID;

/** The one client of this App: it keeps the session, and refreshes its token once for all who wait for it. */
export const client = createClient({
  baseUrl: API_URL,
  appId: APP_ID,
  storage: uniStorage(uniApi),
  transport: uniTransport(uniApi),
  locale: apiLocale,
  // The server has ended the session: it has expired, or was signed out from another device.
  onSignedOut: () => void afterSignOut(),
});
