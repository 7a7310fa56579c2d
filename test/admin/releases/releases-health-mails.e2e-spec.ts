import { OutboxHandlers, type OutboxMessage, Turn } from '@libs/foundation';
import { TenantsService } from '@libs/iam';
import { newId, SUPPORTED_LOCALES, type SupportedLocale } from '@libs/kernel';
import { anEmail, eventually, PASSWORD, startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink';
import { asOwner } from '../support/admin';
import { aGuardedApp, checked, type GuardedApp } from '../support/health';
import { aTenant } from '../support/tenants';

const MAILS_OF_GATE = `SELECT * FROM outbox_messages WHERE type = 'iam.administrator_mail' ORDER BY id`;

describe('A health gate that acts mails those who may publish releases', () => {
  let api: TestApi;
  let sink: SmtpSink;
  let app: GuardedApp;

  beforeAll(async () => {
    sink = await startSmtpSink();
    api = await startTestApi({ TRUST_PROXY: '1', SMTP_URL: sink.url });
  });
  afterAll(async () => {
    await api.close();
    await sink.close();
  });

  beforeEach(async () => {
    app = await aGuardedApp(api, await asOwner(api));
  });
  afterEach(async () => {
    await queryAs(api.urls.superuserUrl, `DELETE FROM outbox_messages WHERE type = 'iam.administrator_mail'`);
    // No more than twenty are told.
    await queryAs(api.urls.superuserUrl, `UPDATE users SET status = 'disabled' WHERE display_name = 'Somebody'`);
    sink.mails.length = 0;
  });

  async function anAdministrator(roles: readonly string[], locale: SupportedLocale | null = null) {
    const email = anEmail();
    const admin = { email, password: PASSWORD, displayName: 'Somebody', locale, roles };
    return { email, id: (await api.get(TenantsService).createAdministrator(api.tenantId, admin)).id };
  }

  const mailTo = (email: string) =>
    eventually(() => Promise.resolve(sink.mails.find(({ to }) => to?.some(({ address }) => address === email))));

  /** After all mails of the gate have left. */
  async function recipients(): Promise<(string | undefined)[]> {
    await checked(api);
    await eventually(async () => (await queryAs(api.urls.superuserUrl, MAILS_OF_GATE)).length > 0);
    await eventually(async () => {
      const rows = await queryAs<{ completed_at: Date | null }>(api.urls.superuserUrl, MAILS_OF_GATE);
      return rows.every(({ completed_at }) => completed_at !== null);
    });
    const ofGate = sink.mails.filter(({ html }) => html?.includes('1.2.10 ('));
    return ofGate.map(({ to }) => to?.[0]?.address);
  }

  it('in their languages, or that of the App, with the release and the figures', async () => {
    const readers = await Promise.all(
      SUPPORTED_LOCALES.map(async (locale) => ({ locale, ...(await anAdministrator(['release_manager'], locale)) })),
    );
    const withoutLocale = await anAdministrator(['admin']);
    const { id } = await app.guarded({}, { version_code: 120_001, target_platforms: ['android', 'ios'] });
    await app.tell(id, 3, 7);
    const words: Readonly<Record<SupportedLocale, string>> = {
      'zh-CN': '的一个版本在过多设备上出现故障',
      'zh-TW': '的一個版本在過多裝置上發生故障',
      'en-US': 'fails on too many devices',
      'ja-JP': 'のリリースが多くの端末で失敗しています',
    };
    for (const { locale, email } of readers) {
      const mail = await mailTo(email);
      expect(mail.subject).toContain(words[locale]);
      expect(mail.html).toContain(`<html lang="${locale}">`);
      expect(mail.text).toMatch(/Android, iOS/);
      expect(mail.text).toContain('1.2.10 (120001)');
      expect(mail.text).toContain('3 / 10 (30%)');
      expect(mail.text).toContain('20%');
      expect(`${mail.subject} ${mail.text}`).not.toMatch(/[{}]|undefined|NaN|Somebody/);
    }
    const english = await mailTo(readers.find(({ locale }) => locale === 'en-US')!.email);
    expect(english.text).toContain('Within: 1 hour');
    expect(english.text).toContain('It is still offered to devices.');
    // The App's default.
    expect((await mailTo(withoutLocale.email)).html).toContain('<html lang="zh-CN">');
  });

  it('that can be reached and are of the tenant, once, and say what the gate did', async () => {
    const [manager, editor, disabled, unproven] = await Promise.all([
      anAdministrator(['release_manager'], 'en-US'),
      anAdministrator(['content_editor']),
      anAdministrator(['release_manager']),
      anAdministrator(['release_manager']),
    ]);
    const other = await aTenant({ ...api, mailsTo: mailsInSink });
    await queryAs(api.urls.superuserUrl, `UPDATE users SET status = 'disabled' WHERE id = $1`, [disabled.id]);
    await queryAs(api.urls.superuserUrl, 'UPDATE login_identifiers SET verified_at = NULL WHERE user_id = $1', [
      unproven.id,
    ]);
    const { id } = await app.guarded({ action: 'unpublish' });
    await app.tell(id, 10);
    const told = await recipients();
    expect(told).toContain(manager.email);
    expect(told.filter((email) => email === manager.email)).toHaveLength(1);
    for (const email of [editor.email, disabled.email, unproven.email, other.owner.email]) {
      expect(told).not.toContain(email);
    }
    expect((await mailTo(manager.email)).text).toContain('It has been unpublished');
    const [mail] = await queryAs<{ data: object }>(api.urls.superuserUrl, MAILS_OF_GATE);
    expect(JSON.stringify(mail!.data)).not.toMatch(/@|Somebody/);

    const [event] = await queryAs<{ id: string; tenant_id: string; app_id: string; data: object }>(
      api.urls.superuserUrl,
      `SELECT * FROM outbox_messages WHERE type = 'release.health.tripped' AND data ->> 'release_id' = $1`,
      [id],
    );
    const again = { ...event, type: 'release.health.tripped', tenantId: event!.tenant_id, appId: event!.app_id };
    for (const handler of api.get(OutboxHandlers).of('release.health.tripped')) {
      await handler.handle(again as unknown as OutboxMessage, new Turn());
    }
    expect(await recipients()).toEqual(told);
  });

  it('but not more than twenty of them', async () => {
    await Promise.all(Array.from({ length: 25 }, () => anAdministrator(['release_manager'])));
    const { id } = await app.guarded({ action: 'pause' });
    await app.tell(id, 10);
    expect(new Set(await recipients()).size).toBe(20);
  });

  it('once more for messages of the previous version, which name one of them', async () => {
    const { id, email } = await anAdministrator(['content_editor'], 'en-US');
    const { appId } = app;
    const facts = { target_platforms: ['ios'], version_name: '1.2.10', version_code: 120_001, action: 'notify' };
    const figures = { failures: 3, reports: 10, max_failure_percent: 20, window_minutes: 60 };
    const message = { id: newId(), type: 'iam.release_health_mail', tenantId: api.tenantId, appId };
    const data = { event_id: newId(), user_id: id, locale: 'zh-CN', ...facts, ...figures };
    for (const handler of api.get(OutboxHandlers).of(message.type)) {
      await handler.handle({ ...message, data, createdAt: new Date(), attempt: 1 }, new Turn());
    }
    const mail = await mailTo(email);
    expect(mail.text).toContain('3 / 10 (30%)');
    expect(mail.html).toContain('<html lang="en-US">');
  });

  /** As `mailsTo` of an api without a mail server. */
  async function mailsInSink(email: string) {
    const mails = sink.mails.filter(({ to }) => to?.some(({ address }) => address === email));
    return Promise.resolve(
      mails.map(({ subject, text }) => ({ subject: subject ?? null, text: text ?? '', code: null })).reverse(),
    );
  }
});
