import { randomUUID } from 'node:crypto';
import { newId } from '@libs/kernel';
import { type Config, Secrets } from '@libs/foundation';
import { PasswordHasher } from '../../../libs/iam/src/infrastructure/passwords/password-hasher';
import { PASSWORD } from '../../support/api';
import type { Answer, Question } from './client';
import type { Installation } from './installation';

/** Members with an App open, each of whom does one thing at a time. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly deviceKey: string;
  /** As the outermost proxy tells it: limits are by address. */
  readonly address: string;
  /** Empty without a session. */
  accessToken: string;
  refreshToken: string;
  /** Of a refresh whose outcome is unknown: to be repeated under the same key. */
  repeat: string | null;
  isBusy: boolean;
  /** Nothing more is written in its name before the end of the step: nobody knows what came last. */
  isUnsure: boolean;
  /** Publications in its inbox that it has not read. */
  readonly unread: string[];
}

export interface App {
  readonly id: string;
  readonly tenantId: string;
}

export async function appOf({ sql }: Pick<Installation, 'sql'>): Promise<App> {
  const [app] = await sql<{ id: string; tenant_id: string }>('SELECT id, tenant_id FROM apps WHERE is_default');
  return { id: app!.id, tenantId: app!.tenant_id };
}

/** Members of the App, as they are after registering and confirming, with a device that takes pushes. */
export async function insertPeople(on: Installation, app: App, count: number): Promise<Person[]> {
  const [id, base64] = on.settings['SECRET_KEYS']!.split(':') as [string, string];
  const secrets = new Secrets([{ id, bytes: Buffer.from(base64, 'base64') }]);
  const hash = await new PasswordHasher(secrets, { passwordBcryptCost: 4 } as Config).hash(PASSWORD);
  const people = Array.from({ length: count }, (_, n) => ({
    userId: newId(),
    email: `person-${n}@example.com`,
    deviceKey: randomUUID(),
    address: `198.18.${n >> 8}.${n & 255}`,
    accessToken: '',
    refreshToken: '',
    repeat: null,
    isBusy: false,
    isUnsure: false,
    unread: [],
  }));
  const from = `FROM jsonb_to_recordset($2::jsonb) AS r ("userId" uuid, email text, "deviceKey" uuid)`;
  for (const [insertion, ...more] of [
    [
      `INSERT INTO users (tenant_id, id, status, password_hash, locale) SELECT $1, "userId", 'active', $3, 'en-US' ${from}`,
      hash,
    ],
    [
      `INSERT INTO login_identifiers (tenant_id, id, user_id, type, value, verified_at, is_primary)
       SELECT $1, gen_random_uuid(), "userId", 'email', email, now(), true ${from}`,
    ],
    [
      `INSERT INTO app_memberships (tenant_id, user_id, app_id, status, joined_at)
       SELECT $1, "userId", $3, 'active', now() - interval '1 minute' ${from}`,
      app.id,
    ],
    [
      `INSERT INTO devices (tenant_id, id, app_id, user_id, device_key, platform, push_provider, push_token, push_enabled,
                            push_registered_at)
       SELECT $1, gen_random_uuid(), $3, "userId", "deviceKey", 'ios', 'apns', 'token-' || "userId", true, now() ${from}`,
      app.id,
    ],
  ] as const) {
    await on.sql(insertion, [app.tenantId, JSON.stringify(people), ...more]);
  }
  return people;
}

export function headersOf({ id }: App, { address, deviceKey }: Pick<Person, 'address' | 'deviceKey'>, token = '') {
  return {
    'x-appid': id,
    'x-ak-device-key': deviceKey,
    'x-forwarded-for': address,
    'accept-language': 'en-US',
    ...(token && { authorization: `Bearer ${token}` }),
  };
}

export function signingIn(app: App, person: Person): Question {
  return {
    method: 'POST',
    path: '/api/v1/auth/login/password',
    headers: headersOf(app, person),
    body: { email: person.email, password: PASSWORD },
  };
}

/** Those of an answer; none if it refuses them. */
export function keepTokens(person: Person, { outcome, data }: Answer): void {
  if (outcome === 'done') {
    person.accessToken = data.access_token as string;
    person.refreshToken = data.refresh_token as string;
  } else if (outcome === 'refused') person.accessToken = '';
}
