import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AliyunSmsSender } from './aliyun-sms-sender';
import { HttpSmsSender } from './http-sms-sender';
import { type NoticeSms, type OtpSms, SmsRefusedError, type SmsSender } from './sms-sender';
import { TwilioSmsSender } from './twilio-sms-sender';

interface Received {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const SMS: OtpSms = {
  to: '+8613800138000',
  locale: 'zh-CN',
  code: '012345',
  appName: '示例 & App',
  minutes: 5,
  text: '【示例】验证码 012345，5 分钟内有效。',
  idempotencyKey: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901',
};

const NOTICE: NoticeSms = {
  to: '+8613800138000',
  locale: 'zh-CN',
  event: 'identifier_added',
  change: '账号新增了登录方式 (j***@example.com)',
  appName: '示例 & App',
  text: '【示例】账号新增了登录方式。',
  idempotencyKey: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902',
};

/** A gateway on this machine that records requests and gives the answer it is told to. */
class Gateway {
  readonly received: Received[] = [];
  answer: { status: number; body: string; location?: string } = { status: 200, body: '{}' };
  private server!: Server;

  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.received.push({
          method: request.method ?? '',
          url: new URL(request.url ?? '', this.url),
          headers: request.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        });
        const { status, body, location } = this.answer;
        response.writeHead(status, { 'Content-Type': 'application/json', ...(location ? { location } : {}) }).end(body);
      });
    });
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get last(): Received {
    const last = this.received.at(-1);
    if (!last) throw new Error('The gateway was sent nothing');
    return last;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

const gateway = new Gateway();
beforeAll(() => gateway.start());
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.received.length = 0;
  gateway.answer = { status: 200, body: '{}' };
});

interface AliyunNotices {
  readonly noticeTemplateCode: string | null;
  readonly noticeTemplateParams: readonly string[];
}

const SECRET = 'sixteen characters';
const http = () => new HttpSmsSender({ url: `${gateway.url}/sms?team=1`, secret: SECRET });
const ACCOUNT = `AC${'0'.repeat(32)}`;
const twilio = (sender = '+15005550006') =>
  new TwilioSmsSender({ url: gateway.url, accountSid: ACCOUNT, authToken: 'token', sender });
const aliyun = (templateParams: readonly string[] = ['code'], notices: Partial<AliyunNotices> = {}) =>
  new AliyunSmsSender({
    url: gateway.url,
    accessKeyId: 'key',
    accessKeySecret: 'secret',
    signName: '示例',
    templateCode: 'SMS_1',
    templateParams,
    noticeTemplateCode: 'SMS_2',
    noticeTemplateParams: ['change'],
    ...notices,
  });

describe('A gateway over HTTP', () => {
  it('gets the code as JSON, signed over its exact bytes', async () => {
    await http().send(SMS);
    const { method, url, headers, body } = gateway.last;
    expect([method, url.pathname + url.search]).toEqual(['POST', '/sms?team=1']);
    expect(headers['content-type']).toBe('application/json');
    expect(JSON.parse(body)).toEqual({
      to: SMS.to,
      template: 'otp',
      locale: 'zh-CN',
      params: { code: '012345', app_name: '示例 & App', minutes: 5 },
      idempotency_key: SMS.idempotencyKey,
    });
    const expected = createHmac('sha256', SECRET).update(Buffer.from(body, 'utf8')).digest('hex');
    expect(headers['x-signature']).toBe(`sha256=${expected}`);
  });

  it('gets a notice with a template of its own', async () => {
    await http().sendNotice(NOTICE);
    expect(JSON.parse(gateway.last.body)).toEqual({
      to: NOTICE.to,
      template: 'security_notice',
      locale: 'zh-CN',
      params: { event: 'identifier_added', change: NOTICE.change, app_name: '示例 & App' },
      idempotency_key: NOTICE.idempotencyKey,
    });
  });
});

describe('Twilio', () => {
  beforeEach(() => (gateway.answer = { status: 201, body: '{"sid":"SM1","status":"queued"}' }));

  it('gets the text from a number, with the credentials of the account', async () => {
    await twilio().send(SMS);
    const { method, url, headers, body } = gateway.last;
    expect([method, url.pathname]).toEqual(['POST', `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`]);
    expect(headers['authorization']).toBe(`Basic ${Buffer.from(`${ACCOUNT}:token`).toString('base64')}`);
    expect(headers['content-type']).toContain('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({ To: SMS.to, From: '+15005550006', Body: SMS.text });
  });

  it('gets a notice as its text', async () => {
    await twilio().sendNotice(NOTICE);
    expect(Object.fromEntries(new URLSearchParams(gateway.last.body))).toEqual({
      To: NOTICE.to,
      From: '+15005550006',
      Body: NOTICE.text,
    });
  });

  it('gets the id of a messaging service as such', async () => {
    const service = `MG${'a'.repeat(32)}`;
    await twilio(service).send(SMS);
    const form = Object.fromEntries(new URLSearchParams(gateway.last.body));
    expect(form).toEqual({ To: SMS.to, MessagingServiceSid: service, Body: SMS.text });
  });

  it('refuses for good with a code', async () => {
    gateway.answer = { status: 400, body: '{"code":21211,"message":"Invalid To +8613800138000"}' };
    const error: unknown = await twilio()
      .send(SMS)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SmsRefusedError);
    expect(String(error)).toContain('21211');
    expect(String(error)).not.toContain(SMS.to);
  });
});

describe('Alibaba Cloud', () => {
  beforeEach(() => (gateway.answer = { status: 200, body: '{"Code":"OK","Message":"OK","BizId":"1"}' }));

  it('gets the variables of the template, signed as its documentation says', async () => {
    await aliyun(['code', 'minutes', 'app_name']).send(SMS);
    const { method, url, headers, body } = gateway.last;
    expect([method, url.pathname, body]).toEqual(['POST', '/', '']);
    const { TemplateParam, ...query } = Object.fromEntries(url.searchParams);
    expect(JSON.parse(TemplateParam ?? '')).toEqual({ code: '012345', minutes: '5', app_name: '示例 & App' });
    expect(query).toEqual({
      PhoneNumbers: '13800138000',
      SignName: '示例',
      TemplateCode: 'SMS_1',
      OutId: SMS.idempotencyKey,
    });
    expect(headers).toMatchObject({ 'x-acs-action': 'SendSms', 'x-acs-version': '2017-05-25' });
    expect(headers['x-acs-date']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(headers['authorization']).toBe(signatureOf(gateway.last));
  });

  it('gets a notice by its template, and none where it has no template for them', async () => {
    await aliyun([], { noticeTemplateParams: ['app_name', 'change'] }).sendNotice(NOTICE);
    const { TemplateParam, TemplateCode } = Object.fromEntries(gateway.last.url.searchParams);
    expect(TemplateCode).toBe('SMS_2');
    expect(JSON.parse(TemplateParam ?? '')).toEqual({ app_name: '示例 & App', change: NOTICE.change });
    const without = aliyun([], { noticeTemplateCode: null });
    expect([http().sendsNotices, aliyun().sendsNotices, without.sendsNotices]).toEqual([true, true, false]);
    await expect(without.sendNotice(NOTICE)).rejects.toThrow(SmsRefusedError);
    expect(gateway.received).toHaveLength(1);
  });

  it('gets a number of another country with its prefix, and only the variables that the template has', async () => {
    await aliyun().send({ ...SMS, to: '+85261234567' });
    expect(gateway.last.url.searchParams.get('PhoneNumbers')).toBe('85261234567');
    expect(gateway.last.url.searchParams.get('TemplateParam')).toBe('{"code":"012345"}');
  });

  it('signs no two messages alike', async () => {
    await aliyun().send(SMS);
    await aliyun().send(SMS);
    const [first, second] = gateway.received.map(({ headers }) => headers['x-acs-signature-nonce']);
    expect(first).not.toBe(second);
  });

  it.each(['isv.MOBILE_NUMBER_ILLEGAL', 'isv.BUSINESS_LIMIT_CONTROL', ''])('refuses for good with %p', async (code) => {
    gateway.answer = { status: 200, body: JSON.stringify({ Code: code }) };
    await expect(aliyun().send(SMS)).rejects.toThrow(SmsRefusedError);
  });

  it.each([
    [200, 'isp.SYSTEM_ERROR'],
    [200, 'isv.AMOUNT_NOT_ENOUGH'],
    [400, 'Throttling.User'],
  ])('is asked again after %i %s', async (status, Code) => {
    gateway.answer = { status, body: JSON.stringify({ Code }) };
    await expect(aliyun().send(SMS)).rejects.not.toThrow(SmsRefusedError);
  });
});

describe.each<[string, () => SmsSender]>([
  ['A gateway over HTTP', http],
  ['Twilio', twilio],
  ['Alibaba Cloud', aliyun],
])('%s', (_name, sender) => {
  it.each([401, 403, 408, 425, 429, 500, 502, 503])('is asked again after %i', async (status) => {
    gateway.answer = { status, body: 'not JSON' };
    const error: unknown = await sender()
      .send(SMS)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(SmsRefusedError);
  });

  it.each([400, 404, 422])('is not asked again after %i', async (status) => {
    gateway.answer = { status, body: '{"message":"no"}' };
    await expect(sender().send(SMS)).rejects.toThrow(SmsRefusedError);
  });

  it('is not followed to another address', async () => {
    gateway.answer = { status: 307, body: '', location: `${gateway.url}/elsewhere` };
    await expect(sender().send(SMS)).rejects.toThrow(SmsRefusedError);
    expect(gateway.received).toHaveLength(1);
  });

  it('names neither number nor code in its errors', async () => {
    gateway.answer = { status: 500, body: JSON.stringify({ Code: `x ${SMS.to} ${SMS.code}`, code: SMS.to }) };
    const error: unknown = await sender()
      .send(SMS)
      .catch((thrown: unknown) => thrown);
    expect(String(error)).not.toContain(SMS.code);
  });
});

/** The header as documented, computed here from the received request. */
function signatureOf({ url, headers }: Received): string {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const signed = Object.keys(headers)
    .filter((name) => name === 'host' || name === 'content-type' || name.startsWith('x-acs-'))
    .sort();
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('');
  const parameters = url.search.slice(1).split('&').sort().join('&');
  const canonical = `POST\n/\n${parameters}\n${lines}\n${signed.join(';')}\n${String(headers['x-acs-content-sha256'])}`;
  const signature = createHmac('sha256', 'secret')
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex');
  return `ACS3-HMAC-SHA256 Credential=key,SignedHeaders=${signed.join(';')},Signature=${signature}`;
}
