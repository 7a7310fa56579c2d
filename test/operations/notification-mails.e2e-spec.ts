import { eventually, startTestApi, type TestApi } from '../support/api';
import { queryAs } from '../support/database';
import {
  deliveries,
  deliveriesOf,
  holdRoute,
  isAtRest,
  publishTo,
  type Recipient,
  recipients,
  statisticsOf,
  timePasses,
} from '../support/deliveries';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink';

const MAIL = { channels: ['in_app', 'email'] } as const;

describe('Mails of notices and messages', () => {
  let api: TestApi;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await startSmtpSink();
    api = await startTestApi({ SMTP_URL: sink.url, PUBLIC_BASE_URL: 'https://api.example.com/base/' });
  });
  afterAll(async () => {
    await api.close();
    await sink.close();
  });

  const mailsTo = ({ email }: Recipient) => sink.mails.filter(({ to }) => to?.some(({ address }) => address === email));
  const headerOf = (mail: (typeof sink.mails)[number] | undefined, name: string) =>
    mail?.headers.find(({ key }) => key === name)?.value;

  it('have the title as their subject, and the body as harmless HTML and as text', async () => {
    const [member, chinese] = (await recipients(api, [
      { locale: 'en-US', displayName: '<script>alert(1)</script>\r\nBcc: x@example.com' },
      { locale: 'zh-CN' },
    ])) as [Recipient, Recipient];
    const message = await publishTo(api, [member, chinese], {
      ...MAIL,
      title: { 'en-US': 'Dear {{display_name}}', 'zh-CN': '您好' },
      body: {
        'en-US':
          '**Hello** {{display_name}}\n\n<img src=x onerror=alert(1)> [us](https://example.com/a)\n\n[bad](javascript:alert(1))',
        'zh-CN': '新闻',
      },
    });
    await deliveries(api, message);
    const [mail] = mailsTo(member);
    expect(mail?.subject).toBe('Dear <script>alert(1)</script> Bcc: x@example.com');
    expect(mail?.bcc).toBeUndefined();
    expect(mail?.html).toContain('<strong>Hello</strong> &lt;script&gt;alert(1)&lt;/script&gt; Bcc: x@example.com');
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt; <a href="https://example.com/a">us</a>');
    expect(mail?.html).not.toMatch(/<script|<img src=x|href="javascript/);
    expect(mail?.text).toContain('Hello <script>alert(1)</script> Bcc: x@example.com');
    expect(mail?.text).toContain('us (https://example.com/a)');
    expect(headerOf(mail, 'list-unsubscribe')).toBeUndefined();
    expect(mail?.text).not.toContain('nsubscribe');
    expect(mailsTo(chinese)[0]).toMatchObject({
      subject: '您好',
      html: expect.stringContaining('<html lang="zh-CN">'),
    });
    const rows = await deliveriesOf(api, message);
    expect(new Set(rows.map(({ id }) => id))).toEqual(
      new Set([member, chinese].map((one) => /^<([^@]+)@/.exec(mailsTo(one)[0]?.messageId ?? '')?.[1])),
    );
    expect(await statisticsOf(api, message)).toEqual({ email_sent: 2 });
  });

  it('call members without a name as the message says, or as their language has it, as text', async () => {
    const [english, chinese] = (await recipients(api, [{ locale: 'en-US' }, { locale: 'zh-TW' }])) as [
      Recipient,
      Recipient,
    ];
    const message = await publishTo(api, [english, chinese], {
      ...MAIL,
      title: { 'en-US': 'Dear {{display_name|<b>friend</b>}}', 'zh-TW': '{{display_name}}，您好' },
      body: {
        'en-US':
          '**Hi** {{display_name|*you* <img src=x>}}, {{display_name}}. [Shop](https://example.com/?n={{display_name|x}})',
        'zh-TW': '{{display_name}}',
      },
    });
    await deliveries(api, message);
    const [mail] = mailsTo(english);
    expect(mail?.subject).toBe('Dear <b>friend</b>');
    expect(mail?.html).toContain('<strong>Hi</strong> *you* &lt;img src=x&gt;, there.');
    expect(mail?.html).not.toMatch(/<img src=x|<em>you/);
    expect(mail?.text).toContain('Hi *you* <img src=x>, there.');
    // Names are nothing for other sites: addresses stay as they were written.
    expect(mail?.html).toContain('href="https://example.com/?n=%7B%7Bdisplay_name%7Cx%7D%7D"');
    const [other] = mailsTo(chinese);
    expect([other?.subject, other?.text]).toEqual(['用戶，您好', expect.stringMatching(/^用戶\n/)]);
  });

  it('have the link of their action as a button with the address below, where it has one', async () => {
    const [one, two] = (await recipients(api, [{ locale: 'en-US' }, { locale: 'ja-JP' }])) as [Recipient, Recipient];
    const target = 'https://example.com/sale?a=1&b="x"';
    await deliveries(api, await publishTo(api, [one], { ...MAIL, action: { type: 'url', target } }));
    await deliveries(api, await publishTo(api, [two], { ...MAIL, action: { type: 'page', target: 'about' } }));
    const [withLink] = mailsTo(one);
    const escaped = 'https://example.com/sale?a=1&amp;b=&quot;x&quot;';
    expect(withLink?.html).toMatch(new RegExp(`<a href="${escaped.replaceAll('?', '\\?')}"[^>]*>Open</a>`));
    expect(withLink?.html).toContain(`>${escaped}</p>`);
    expect(withLink?.text).toContain(`Open: ${target}`);
    // Pages and articles are shown by the App.
    const [without] = mailsTo(two);
    expect([without?.html, without?.text].join()).not.toMatch(/<a |about/);
  });

  it('of marketing carry a link by which one click ends them', async () => {
    const [member] = (await recipients(api, [{ locale: 'en-US' }])) as [Recipient];
    const choose = `INSERT INTO notification_preferences (tenant_id, app_id, user_id, message_type, in_app, email)
                    VALUES ($1, $2, $3, 'marketing', true, true)`;
    await queryAs(api.urls.superuserUrl, choose, [api.tenantId, api.appId, member.userId]);
    await deliveries(api, await publishTo(api, [member], { ...MAIL, messageType: 'marketing' }));
    const [mail] = mailsTo(member);
    const [, url = ''] = /^<(.*)>$/.exec(headerOf(mail, 'list-unsubscribe') ?? '') ?? [];
    expect(url).toMatch(/^https:\/\/api\.example\.com\/base\/unsubscribe\?token=[\w-]+\.[\w-]+$/);
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(mail?.text).toContain(`Unsubscribe: ${url}`);
    expect(mail?.html).toContain(`<a href="${url}">Unsubscribe</a>`);
    await api.http
      .post(url.replace('https://api.example.com/base', ''))
      .type('form')
      .send('List-Unsubscribe=One-Click')
      .expect(200);
    await holdRoute(api, 'email');
    const next = await publishTo(api, [member], { ...MAIL, messageType: 'marketing' });
    expect(await deliveriesOf(api, next)).toEqual([]);
    await timePasses(api, '1 hour');
  });

  it('are tried again while the server refuses them for now, under the same id, and reach no address that is gone', async () => {
    const [member, other] = (await recipients(api, [{}, {}])) as [Recipient, Recipient];
    sink.refuse = true;
    const message = await publishTo(api, [member, other], MAIL);
    const rows = await deliveries(api, message, ({ attempts }) => attempts === 1);
    expect(rows.map(({ status }) => status)).toEqual(['pending', 'pending']);
    sink.refuse = false;
    await queryAs(api.urls.superuserUrl, 'DELETE FROM login_identifiers WHERE user_id = $1', [other.userId]);
    await timePasses(api, '30 seconds');
    const settled = await deliveries(api, message);
    expect(new Map(settled.map(({ user_id, status }) => [user_id, status]))).toEqual(
      new Map([
        [member.userId, 'sent'],
        [other.userId, 'dropped'],
      ]),
    );
    expect(mailsTo(member).map(({ messageId }) => messageId)).toEqual([
      expect.stringContaining(rows.find(({ user_id }) => user_id === member.userId)?.id ?? '-'),
    ]);
  });

  it('that the server refuses for good are dead letters', async () => {
    const [member, other] = (await recipients(api, [{ email: `nobody-${Date.now()}@example.com` }, {}])) as [
      Recipient,
      Recipient,
    ];
    sink.refuses = (address) => address === member.email;
    const message = await publishTo(api, [member, other], MAIL);
    const rows = await deliveries(api, message);
    const failed = rows.find(({ user_id }) => user_id === member.userId);
    expect(failed).toMatchObject({ status: 'failed', attempts: 1 });
    expect(failed?.last_error).not.toContain(member.email);
    expect(await statisticsOf(api, message)).toEqual({ email_sent: 1, email_failed: 1 });
    await eventually(() => isAtRest(api));
  });
});
