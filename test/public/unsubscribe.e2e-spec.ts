import { queryAs } from '../support/database';
import { recipients } from '../support/deliveries';
import { suiteApi } from '../support/suite';
import { UnsubscribeLinks } from '../../libs/notifications/src/infrastructure/unsubscribe/unsubscribe-links';

const FORM = 'List-Unsubscribe=One-Click';
const DAY_MS = 86_400_000;

describe('The link in marketing mail', () => {
  const api = suiteApi();

  /** A member who gets marketing mail, and the path of the link to end it. */
  const aReader = async (made = new Date()) => {
    const [member] = await recipients(api, [{}]);
    const scope = { tenantId: api.tenantId, appId: api.appId, userId: member!.userId };
    await queryAs(
      api.urls.superuserUrl,
      `INSERT INTO notification_preferences (tenant_id, app_id, user_id, message_type, in_app, push, email)
       VALUES ($1, $2, $3, 'marketing', true, true, true)`,
      Object.values(scope),
    );
    const path = api
      .get(UnsubscribeLinks)
      .urlFor(scope, made)
      .replace(/^https?:\/\/[^/]+/, '');
    const wants = async () => {
      const text = `SELECT in_app, push, email FROM notification_preferences WHERE user_id = $1 AND message_type = 'marketing'`;
      const [row] = await queryAs<{ in_app: boolean; push: boolean; email: boolean | null }>(
        api.urls.superuserUrl,
        text,
        [scope.userId],
      );
      return row ? { ...row, email: row.email ?? false } : null;
    };
    return { ...scope, path, wants };
  };
  const NOTHING_CHANGED = { in_app: true, push: true, email: true };
  const UNSUBSCRIBED = { in_app: true, push: true, email: false };

  it('changes nothing when it is opened, however often, as by scanners', async () => {
    const { path, wants } = await aReader();
    for (let time = 0; time < 2; time++) {
      const page = await api.http.get(path).set('Accept-Language', 'en').expect(200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.headers['content-language']).toBe('en-US');
      expect(page.text).toContain('<form method="post"');
      expect(page.text).not.toContain('<script');
      await api.http.head(path).expect(200);
    }
    expect(await wants()).toEqual(NOTHING_CHANGED);
  });

  it.each(['zh-CN', 'zh-TW', 'en-US', 'ja-JP'])('leads to a page with a button, in %s', async (locale) => {
    const { path, wants } = await aReader();
    const page = await api.http.get(path).set('Accept-Language', locale).expect(200);
    expect(page.text).toContain(`<html lang="${locale}">`);
    expect(page.text).toContain('Default App');
    const [, action = ''] = /action="([^"]+)"/.exec(page.text) ?? [];
    const done = await api.http.post(action).set('Accept-Language', locale).type('form').send('').expect(200);
    expect(done.text).toContain('role="status"');
    expect(done.text).not.toMatch(/[{}]app/);
    expect(await wants()).toEqual(UNSUBSCRIBED);
  });

  it('ends the mail by one request of a mail program, from anywhere, in either form, and again', async () => {
    const boundary = 'b';
    const multipart = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`;
    for (const [type, body] of [
      ['application/x-www-form-urlencoded', FORM],
      [`multipart/form-data; boundary=${boundary}`, multipart],
    ] as const) {
      const { path, wants } = await aReader();
      for (const headers of [{}, { Origin: 'https://mail.example.net', 'Sec-Fetch-Site': 'cross-site' }]) {
        await api.http.post(path).set(headers).set('Content-Type', type).send(body).expect(200);
        expect(await wants()).toEqual(UNSUBSCRIBED);
      }
    }
  });

  it('works for a member who has left: there is nothing to do', async () => {
    const { path, userId } = await aReader();
    await queryAs(api.urls.superuserUrl, 'DELETE FROM app_memberships WHERE user_id = $1', [userId]);
    await api.http.get(path).expect(200);
    await api.http.post(path).type('form').send(FORM).expect(200);
  });

  it('works for ninety days', async () => {
    const almost = await aReader(new Date(Date.now() - 89 * DAY_MS));
    await api.http.post(almost.path).type('form').send(FORM).expect(200);
    const expired = await aReader(new Date(Date.now() - 90 * DAY_MS - 1_000));
    const page = await api.http.get(expired.path).set('Accept-Language', 'en').expect(404);
    expect(page.text).toContain('This link is no longer valid');
    expect(page.text).not.toContain('<form');
    await api.http.post(expired.path).type('form').send(FORM).expect(422);
    expect(await expired.wants()).toEqual(NOTHING_CHANGED);
  });

  it('is refused, with a page, when it was tampered with', async () => {
    const { path, wants } = await aReader();
    const other = await aReader();
    const [payload, signature] = path.split('token=')[1]!.split('.') as [string, string];
    const [otherPayload] = other.path.split('token=')[1]!.split('.') as [string];
    for (const token of [
      '',
      payload,
      `${payload}.`,
      `${otherPayload}.${signature}`,
      `${payload.slice(0, -1)}${payload.endsWith('A') ? 'B' : 'A'}.${signature}`,
      `${payload}.${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`,
      'A'.repeat(3_000),
    ]) {
      const question = await api.http.get(`/unsubscribe?token=${token}`);
      const answer = await api.http.post(`/unsubscribe?token=${token}`).type('form').send(FORM);
      expect([question.status, answer.status]).toEqual([404, 422]);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    }
    await api.http.get('/unsubscribe').expect(404);
    await api.http.get(`${path}&token=x`).expect(404);
    expect([await wants(), await other.wants()]).toEqual([NOTHING_CHANGED, NOTHING_CHANGED]);
  });

  it('takes no other body, and not a long one', async () => {
    const { path, wants } = await aReader();
    await api.http.post(path).send({}).expect(415);
    await api.http.post(path).type('form').send('a'.repeat(17_000)).expect(413);
    expect(await wants()).toEqual(NOTHING_CHANGED);
  });
});
