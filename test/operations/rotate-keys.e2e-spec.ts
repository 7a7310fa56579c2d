import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { generatedKeys, loadConfig, Secrets } from '@libs/foundation';
import { type Admin, adminClient, anAdmin } from '../admin/support/admin';
import { settingClient } from '../admin/support/settings';
import type { NewEndpointAnswer } from '../admin/support/webhooks';
import { enrol, forgetSteps, mfaTokenOf, presentCode, codeOf } from '../admin/support/second-factor';
import { UsageError } from '../../apps/api/src/admin-cli/command';
import { ROTATE_KEYS } from '../../apps/api/src/admin-cli/rotate-keys';
import { PushProviderStore } from '../../libs/notifications/src/infrastructure/push/push-provider-store';
import { SettingSecrets } from '../../libs/operations/src/infrastructure/settings/setting-secrets';
import { TenantSettings } from '../../libs/operations/src/infrastructure/settings/tenant-settings';
import { EndpointSecrets } from '../../libs/webhooks/src/infrastructure/endpoints/endpoint-secrets';
import { startTestApi, type TestApi } from '../support/api';
import { copyTemplate, queryAs, type TestDatabaseUrls } from '../support/database';
import { runCommand, runProgram } from './support/commands';

const [OLD, NEW] = ['old', 'new'].map((id, at) => `${id}:${Buffer.alloc(32, at + 1).toString('base64')}`);
const P8 = String(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
);
const APNS = { key: P8, key_id: 'ABC123DEFG', team_id: 'DEF123GHIJ', topic: 'com.example.app', environment: 'sandbox' };

interface Report {
  readonly re_encrypted: readonly { readonly table: string; readonly rows: number; readonly unreadable: number }[];
  readonly in_use: readonly { readonly table: string; readonly rows_by_key: Record<string, number> }[];
  readonly unused_key_ids: readonly string[];
  readonly unknown_key_ids: readonly string[];
}

describe('rotate-keys --secrets --re-encrypt', () => {
  let urls: TestDatabaseUrls;
  let opened: TestApi[];

  const apiWith = async (...keys: (string | undefined)[]): Promise<TestApi> => {
    const api = await startTestApi({ SECRET_KEYS: keys.join(',') }, urls);
    opened.push(api);
    return api;
  };
  const reEncrypt = (api: TestApi, options: Record<string, boolean> = {}) =>
    runCommand<Report>(api, ROTATE_KEYS, { secrets: true, 're-encrypt': true, ...options });
  const usesIn = ({ in_use }: Report) =>
    Object.fromEntries(in_use.map(({ table, rows_by_key }) => [table, rows_by_key]));
  const addGlobalSecret = async (api: TestApi, key: string, value: string) => {
    const id = randomUUID();
    await queryAs(
      urls.superuserUrl,
      `INSERT INTO settings (id, scope, key, secret_value, value_type, is_public, is_secret, status, lock_version)
       VALUES ($1, 'global', $2, $3, 'string', false, true, 'active', 1)`,
      [id, key, api.get(SettingSecrets).seal(id, value)],
    );
  };
  const signIn = async (api: TestApi, admin: Admin, secret: string) => {
    await forgetSteps(api, admin);
    return (await presentCode(api, await mfaTokenOf(api, admin), codeOf(secret))).status;
  };

  beforeEach(async () => {
    urls = await copyTemplate();
    opened = [];
  });
  afterEach(async () => {
    for (const api of opened) await api.close();
    await urls.drop();
  });

  it('leaves nothing that needs the old key, but for what it tells', async () => {
    const before = await apiWith(OLD);
    const admin = await anAdmin(before, ['admin']);
    const { secret } = await enrol(before, admin);
    const path = `apps/${before.appId}/push-providers/apns`;
    const { token } = await anAdmin(before, ['admin']);
    const client = adminClient(before, token);
    await client.put(path, { enabled: true, config: APNS }).expect(200);
    const key = randomUUID();
    const addWebhook = (by: typeof client) =>
      by
        .post('webhooks/endpoints', { url: 'https://example.com/', event_types: ['*'] })
        .set('Idempotency-Key', key)
        .expect(201);
    const added = await addWebhook(client);
    await settingClient(client).create({ key: 'of.tenant', value: 'tenant value', is_secret: true });
    await addGlobalSecret(before, 'of.all', 'global value');

    const both = await apiWith(NEW, OLD);
    const dry = (await reEncrypt(both, { 'dry-run': true })).output;
    expect(dry).toMatchObject({ dry_run: true, key_ids: ['new', 'old'], re_encrypted: [], unused_key_ids: [] });
    const usedOnce = (id: string) => ({
      user_totp: { [id]: 1 },
      notification_push_providers: { [id]: 1 },
      webhook_endpoint_secrets: { [id]: 1 },
      settings: { [id]: 2 },
      idempotency_keys: { [id]: 1 },
    });
    expect(usesIn(dry)).toMatchObject(usedOnce('old'));

    const { output, isGood } = await reEncrypt(both);
    expect(isGood).toBe(true);
    expect(
      output.re_encrypted
        .filter(({ rows }) => rows > 0)
        .map(({ table, rows }) => `${table} ${rows}`)
        .sort(),
    ).toEqual([
      'idempotency_keys 1',
      'idempotency_keys 1',
      'notification_push_providers 1',
      'settings 2',
      'user_totp 1',
      'webhook_endpoint_secrets 1',
    ]);
    expect(usesIn(output)).toMatchObject(usedOnce('new'));
    // The template's administrator has a password under a key of another installation.
    expect(output.unused_key_ids).toEqual([]);
    expect(usesIn(output)['users']).toMatchObject({ old: 2 });
    expect((await reEncrypt(both)).output.re_encrypted.map((one) => one.rows)).not.toContain(1);

    // Processes that have both keys go on, and passwords move with a sign-in.
    expect(await signIn(both, admin, secret)).toBe(200);
    await queryAs(urls.superuserUrl, `UPDATE users SET password_hash = NULL WHERE password_hash NOT LIKE '%$new$%'`);
    await queryAs(urls.superuserUrl, 'DELETE FROM audit_redactions');
    await queryAs(urls.superuserUrl, `UPDATE audit_heads SET key_id = 'new' WHERE key_id = 'old'`);
    expect((await reEncrypt(both, { 'dry-run': true })).output.unused_key_ids).toEqual(['old']);

    const after = await apiWith(NEW);
    expect(await signIn(after, admin, secret)).toBe(200);
    const scope = { tenantId: after.tenantId, appId: after.appId };
    const store = new PushProviderStore(after.database, after.get(Secrets));
    expect((await store.find(scope, 'apns'))?.secrets).toEqual({ key: P8 });
    expect(await after.get(TenantSettings).valueFor(scope, 'of.tenant')).toBe('tenant value');
    expect(await after.get(TenantSettings).valueFor(scope, 'of.all')).toBe('global value');
    const { id, secret: signing, ...told } = added.body.data as NewEndpointAnswer;
    const again = await addWebhook(adminClient(after, token));
    expect(again.body).toEqual({ data: { ...told, id, secret: null } });
    const stored = await queryAs<{ id: string; sealed: string }>(
      urls.superuserUrl,
      'SELECT id, sealed_secret AS sealed FROM webhook_endpoint_secrets',
    );
    expect(after.get(EndpointSecrets).open({ tenantId: after.tenantId, id }, stored)).toEqual([signing]);
  });

  it('is not good where something cannot be read', async () => {
    const before = await apiWith(NEW);
    await enrol(before, await anAdmin(before, ['admin']));
    const elsewhere = await apiWith(`other:${Buffer.alloc(32, 9).toString('base64')}`);
    const { output, isGood } = await reEncrypt(elsewhere);
    expect(isGood).toBe(false);
    expect(output.unknown_key_ids).toContain('new');
    expect(output.re_encrypted.find(({ table }) => table === 'user_totp')).toMatchObject({ rows: 0, unreadable: 1 });
  });
});

describe('rotate-keys', () => {
  let directory: string;
  let environment: Record<string, string>;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'appkernel-keys-'));
    environment = { NODE_ENV: 'test', DATA_DIR: directory };
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('replaces the generated keys of a development installation, which its owner alone may read', async () => {
    const first = generatedKeys(directory);
    chmodSync(join(directory, 'keys.json'), 0o644);
    const { code, out } = await runProgram(['rotate-keys', '--secrets', '--write'], environment);
    const output = JSON.parse(out) as { key_ids: string[] };
    expect([code, output]).toEqual([0, { setting: 'SECRET_KEYS', key_ids: expect.any(Array), written: true }]);
    const { secrets, signing } = generatedKeys(directory);
    expect(secrets.map(({ id }) => id)).toEqual(output.key_ids);
    expect(secrets.slice(1)).toEqual(first.secrets);
    expect(signing.map(({ kid }) => kid)).toEqual(first.signing.map(({ kid }) => kid));
    expect(statSync(join(directory, 'keys.json')).mode & 0o777).toBe(0o600);
  });

  it('prints the setting with another key otherwise, and changes nothing', () => {
    const file = join(directory, 'jwks.json');
    const { signing } = generatedKeys(directory);
    const jwks = { keys: signing.map(({ privateKey }) => privateKey.export({ format: 'jwk' })) };
    writeFileSync(file, JSON.stringify(jwks));
    const kept = readFileSync(join(directory, 'keys.json'), 'utf8');
    const configured = { ...environment, JWT_PRIVATE_KEYS: file };
    const { output, isGood } = ROTATE_KEYS.runAlone!(loadConfig(configured), {
      positionals: [],
      options: { jwt: true, append: true },
    })!;
    const { key_ids, value } = output as { key_ids: string[]; value: string };
    expect([isGood, key_ids.length]).toEqual([true, 2]);
    expect(JSON.parse(value)).toMatchObject({ keys: [{ ...jwks.keys[0] }, { kty: 'EC', crv: 'P-256' }] });
    expect(readFileSync(join(directory, 'keys.json'), 'utf8')).toBe(kept);
  });

  it.each([
    [{}],
    [{ jwt: true, secrets: true }],
    [{ jwt: true, append: true, promote: true }],
    [{ jwt: true, 're-encrypt': true }],
    [{ secrets: true, 're-encrypt': true, write: true }],
    [{ secrets: true, 'dry-run': true }],
    // The setting names keys, so that those generated are not used.
    [{ jwt: true, write: true }],
  ])('has no use for %j', (options) => {
    const config = { keys: { signing: [] }, dataDirectory: directory } as never;
    expect(() => ROTATE_KEYS.runAlone!(config, { positionals: [], options })).toThrow(UsageError);
  });
});
