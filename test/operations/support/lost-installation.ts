import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import supertest from 'supertest';
import { adminClient, type AdminClient, BOOTSTRAP, signInAdmin } from '../../admin/support/admin';
import { BODY, pageClient } from '../../admin/support/pages';
import { aRegisteredMember, clientOf, type Member, signIn, type TokenPair } from '../../mobile/support/journey';
import type { TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { launchProcess, MIGRATION } from '../../support/server-process';
import type { SystemServer } from '../../support/system-postgres';

const NAME = 'appkernel';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** What is kept apart from backups. */
const KEYS = {
  SECRET_KEYS: `kept-apart:${randomBytes(32).toString('base64')}`,
  JWT_PRIVATE_KEYS: JSON.stringify({ keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'kept-apart' }] }),
};

export const urlOf = ({ port }: SystemServer, role: string, database = NAME): string =>
  `postgres://${role}@127.0.0.1:${port}/${database}`;

/** The settings of the program on a server, with the keys that there always were. */
export function settingsFor(server: SystemServer, dataDirectory: string): Record<string, string> {
  return {
    ...KEYS,
    NODE_ENV: 'test',
    DATABASE_URL: urlOf(server, 'appkernel'),
    DATA_DIR: dataDirectory,
    RUN_MIGRATIONS: 'false',
    PASSWORD_BCRYPT_COST: '4',
    LOG_LEVEL: 'info',
  };
}

/** The roles and the database of docs/operations.md, and its tables. */
export async function install(server: SystemServer, settings: Readonly<Record<string, string>>): Promise<void> {
  for (const statement of [
    'CREATE ROLE appkernel_app NOLOGIN',
    'CREATE ROLE appkernel_owner LOGIN',
    'CREATE ROLE appkernel LOGIN IN ROLE appkernel_app',
    'ALTER ROLE appkernel SET jit = off',
    `CREATE DATABASE ${NAME} OWNER appkernel_owner`,
    'CREATE ROLE appkernel_backup LOGIN BYPASSRLS IN ROLE pg_read_all_data',
  ]) {
    await queryAs(urlOf(server, 'postgres', 'postgres'), statement);
  }
  const { ended, log } = launchProcess(
    {
      ...settings,
      DATABASE_MIGRATION_URL: urlOf(server, 'appkernel_owner'),
      BOOTSTRAP_ADMIN_EMAIL: BOOTSTRAP.email,
      BOOTSTRAP_ADMIN_PASSWORD: BOOTSTRAP.password,
      NODE_OPTIONS: `--require ${join(process.cwd(), 'test/support/few-regions.cjs')}`,
    },
    MIGRATION,
  );
  if ((await ended) !== 0) throw new Error(`The migration failed:\n${log.join('\n')}`);
}

/** Requests to a process of its own. */
export async function clientOn(url: string, server: SystemServer): Promise<TestApi> {
  const superuserUrl = urlOf(server, 'postgres');
  const [app] = await queryAs<{ id: string }>(superuserUrl, 'SELECT id FROM apps WHERE is_default');
  const mails = 'SELECT body AS text, code FROM development_messages WHERE recipient = $1 ORDER BY created_at DESC';
  const mailsTo = (address: string) => queryAs(superuserUrl, mails, [address]);
  return { http: supertest(url), url, appId: app!.id, mailsTo } as unknown as TestApi;
}

export interface Uploaded {
  readonly id: string;
  readonly content: Buffer;
}

async function upload(owner: AdminClient): Promise<Uploaded> {
  const content = randomBytes(50_000);
  const request = owner.postForm('files').field('purpose', 'attachment');
  const { body } = await request.attach('file', content, 'notes.bin').expect(201);
  return { id: (body.data as { id: string }).id, content };
}

/** What happens before a backup. */
export async function livesBefore(api: TestApi) {
  const admin = await signInAdmin(api);
  const owner = adminClient(api, admin.access_token);
  await pageClient(owner, `apps/${api.appId}/content/pages/about-us`).publish();
  const member = await aRegisteredMember(api);
  const consumed = await signIn(api, member);
  const revoked = await signIn(api, member);
  return { admin, owner, member, consumed, revoked, early: await upload(owner), deleted: await upload(owner) };
}

export type Before = Awaited<ReturnType<typeof livesBefore>>;

/** What happens after the backup, and before the time that is restored. */
export async function livesBetween(api: TestApi, { owner }: Before): Promise<{ newcomer: Member; late: Uploaded }> {
  return { newcomer: await aRegisteredMember(api), late: await upload(owner) };
}

/** What happens after that time, and is forgotten: tokens are used up and revoked, and a file is deleted. */
export async function livesAfter(api: TestApi, { owner, consumed, revoked, deleted }: Before): Promise<TokenPair> {
  const { body } = await clientOf(api).refresh(consumed.refresh_token).expect(200);
  await clientOf(api).logout(revoked.access_token).expect(200);
  await owner.delete(`files/${deleted.id}`).expect(200);
  return body.data as TokenPair;
}

/** The statuses of all that people bring along from before: nothing is to be accepted. */
export async function statusesOfOld(api: TestApi, { admin, consumed, revoked }: Before, successor: TokenPair) {
  const { refresh, context } = clientOf(api);
  const answers = {
    consumedRefreshToken: refresh(consumed.refresh_token),
    itsSuccessor: refresh(successor.refresh_token),
    revokedRefreshToken: refresh(revoked.refresh_token),
    accessToken: context(consumed.access_token),
    revokedAccessToken: context(revoked.access_token),
    newestAccessToken: context(successor.access_token),
    accessOfAdministrator: adminClient(api, admin.access_token).get('auth/profile'),
    refreshOfAdministrator: adminClient(api).post('auth/refresh', { refresh_token: admin.refresh_token }),
  };
  const statuses: Record<string, number> = {};
  for (const [what, answer] of Object.entries(answers)) statuses[what] = (await answer).status;
  return statuses;
}

/** Everybody comes back, and finds what was there. @returns whether each file is served as it was. */
export async function comeBack(api: TestApi, { member }: Before, files: readonly Uploaded[]): Promise<boolean[]> {
  const pair = await signIn(api, member);
  await clientOf(api).context(pair.access_token).expect(200);
  await clientOf(api).refresh(pair.refresh_token).expect(200);
  const page = await api.http
    .get('/api/v1/public/pages/about-us')
    .set({ 'X-AppID': api.appId, 'Accept-Language': 'en-US' });
  expect([page.status, JSON.stringify(page.body)]).toEqual([200, expect.stringContaining(BODY['en-US'].slice(2, 8))]);
  const owner = adminClient(api, (await signInAdmin(api)).access_token);
  const served: boolean[] = [];
  for (const { id, content } of files) {
    const answer = await owner.get(`files/${id}/content`).buffer(true);
    served.push(answer.status === 200 && Buffer.isBuffer(answer.body) && answer.body.equals(content));
  }
  return served;
}
