import type { z } from 'zod';
import { httpUrl } from './values';

/** The variables about push: URLs of the providers, for tests and for gateways. */
export const PUSH_VARIABLES = {
  PUSH_FCM_URL: httpUrl.default('https://fcm.googleapis.com'),
  PUSH_FCM_TOKEN_URL: httpUrl.default('https://oauth2.googleapis.com/token'),
  PUSH_APNS_URL: httpUrl.optional(),
  PUSH_HMS_URL: httpUrl.default('https://push-api.cloud.huawei.com'),
  PUSH_HMS_TOKEN_URL: httpUrl.default('https://oauth-login.cloud.huawei.com/oauth2/v3/token'),
  PUSH_GETUI_URL: httpUrl.default('https://restapi.getui.com'),
};

type PushEnvironment = z.infer<z.ZodObject<typeof PUSH_VARIABLES>>;

/** Credentials and texts must be encrypted in transit. */
export function pushProblems(values: Readonly<Record<string, string>>): string[] {
  if (values['NODE_ENV'] !== 'production') return [];
  return Object.keys(PUSH_VARIABLES)
    .filter((name) => /^http:/i.test(values[name] ?? ''))
    .map((name) => `${name} must be an https URL in production`);
}

export function pushSettings(env: PushEnvironment) {
  return {
    fcm: { url: env.PUSH_FCM_URL, tokenUrl: env.PUSH_FCM_TOKEN_URL },
    /** Defaults to the URLs of Apple, by the environment of the App's key. */
    apns: { url: env.PUSH_APNS_URL },
    hms: { url: env.PUSH_HMS_URL, tokenUrl: env.PUSH_HMS_TOKEN_URL },
    getui: { url: env.PUSH_GETUI_URL },
  };
}
