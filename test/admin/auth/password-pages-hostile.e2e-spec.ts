import { createHash } from 'node:crypto';
import { SUPPORTED_LOCALES } from '@libs/kernel';
import { PASSWORD } from '../../support/api';
import { suiteApi } from '../../support/suite';
import { chunked, exchange, request } from '../../http/support/wire';
import { expectProblem } from '../../http/support/problem';
import { adminClient } from '../support/admin';
import { anInvitation, aReset, fillIn, MARKUP, NO_LINK, send, tokenOf } from '../support/password-pages';
import { CHANGED } from '../support/passwords';

describe('The pages behind mailed links, and what strangers send them', () => {
  const api = suiteApi();

  const login = (email: string, password: string, tenant?: string) =>
    adminClient(api).post('auth/login', { email, password, tenant });

  describe('the form', () => {
    it.each([
      ['', 'This field is required.'],
      ['too short', 'Must have at least 12 characters.'],
      ['a'.repeat(257), 'Must have at most 256 characters.'],
      ['password1234', 'This password is too common.'],
    ])('says beside the field what is wrong with %j, and the link stays good', async (password, reason) => {
      const { email, path } = await anInvitation(api);
      const { status, text } = await fillIn(api, path, password);
      expect(status).toBe(422);
      expect(text).toContain(reason);
      expect(text).toMatch(/<div [^>]*role="alert"/);
      expect(text).toMatch(/<input [^>]*id="password"[^>]* aria-invalid="true"/);
      if (password) expect(text).not.toContain(password);
      expect((await fillIn(api, path, PASSWORD)).status).toBe(303);
      await login(email, PASSWORD).expect(200);
    });

    it('refuses the current password and the local part of the address', async () => {
      const { admin, path } = await aReset(api);
      const same = await fillIn(api, path, admin.password);
      expect([same.status, same.text]).toEqual([422, expect.stringContaining('must differ from the current one')]);
      const name = admin.email.split('@')[0] ?? '';
      const telling = await fillIn(api, path, `my ${name} password`);
      expect([telling.status, telling.text]).toEqual([422, expect.stringContaining('must not contain the name part')]);
    });

    it('requires the password twice, and never shows it', async () => {
      const { path } = await aReset(api);
      const { status, text } = await fillIn(api, path, `${CHANGED}${MARKUP}`, { repeat: `${CHANGED} else` });
      expect(status).toBe(422);
      expect(text).toMatch(/<input [^>]*id="password_repeat"[^>]* aria-invalid="true"/);
      expect(text).not.toContain('horse');
      expect(text).not.toContain('<script');
    });

    it('accepts any character of a password unchanged', async () => {
      const { admin, path } = await aReset(api);
      const password = ` +%&=<>"'\\ é 密码 🔑 ${MARKUP}`;
      expect((await fillIn(api, path, password)).status).toBe(303);
      await login(admin.email, password).expect(200);
    });

    it('echoes nothing that a stranger sends', async () => {
      const { text } = await api.http.get(`/invite?token=${encodeURIComponent(MARKUP)}`).expect(404);
      const { text: sent } = await send(api, '/invite', { token: MARKUP, password: MARKUP, password_repeat: MARKUP });
      const { text: done } = await api.http.get(`/invite/done?tenant=${encodeURIComponent(MARKUP)}`).expect(200);
      for (const page of [text, sent, done]) expect(page).not.toMatch(/alert\(1\)|<script/);
    });

    it.each([
      ['a percent sign too many', 'token=%zz&password=x&password_repeat=x', 400],
      ['no UTF-8', 'token=%ff&password=x&password_repeat=x', 400],
      ['a field given twice', 'token=a&token=b', 400],
      ['a field that there is not', 'token=a&role=owner', 400],
      ['letters that are not encoded, which would be read as others', 'token=a&password=密码 éé', 400],
      ['a prototype', '__proto__=a', 400],
      ['nothing', '', 422],
      ['more than 16 KiB', `token=${'a'.repeat(17_000)}`, 413],
    ])('that is none is refused on a page: %s', async (_, form, status) => {
      const answer = await send(api, '/invite', form);
      expect([answer.status, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
      expect(answer.text).toContain('role="alert"');
    });

    it('is counted while it comes in chunks', async () => {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const chunks = Array.from({ length: 20 }, () => Buffer.alloc(1_024, 'a'));
      const answer = await exchange(api.url, chunked('POST', '/invite', headers, chunks));
      expect(answer.status).toBe(413);
    });

    it.each([
      'application/json',
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded;charset=utf-7',
    ])('is application/x-www-form-urlencoded and not %s: 415', async (type) => {
      const answer = await exchange(api.url, request('POST', '/invite', { 'Content-Type': type }, 'token=a'));
      expectProblem(answer, 415, 'REQUEST.UNSUPPORTED_MEDIA_TYPE');
    });

    it('is not taken by the routes of the api', async () => {
      const answer = await api.http.post('/admin-api/v1/auth/invitations/accept').type('form').send('token=a');
      expectProblem(answer, 415, 'REQUEST.UNSUPPORTED_MEDIA_TYPE');
    });
  });

  describe('another site', () => {
    it.each([
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site', Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://localhost:0' },
      { Origin: 'https://evil.example' },
      { Origin: 'https://localhost:0.evil.example' },
      { Origin: 'no origin' },
    ])('cannot send the form: %j', async (headers) => {
      const { email, path } = await anInvitation(api);
      const answer = await fillIn(api, path, PASSWORD, { headers: headers as Record<string, string> });
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('role="alert"');
      await login(email, PASSWORD).expect(401);
      await api.http.get(path).expect(200);
    });

    it.each([{}, { Origin: 'null' }, { Origin: 'http://localhost:0' }, { 'Sec-Fetch-Site': 'none' }])(
      'is not a request with: %j',
      async (headers) => {
        const { path } = await anInvitation(api);
        const answer = await fillIn(api, path, PASSWORD, { headers: headers as Record<string, string> });
        expect(answer.status).toBe(303);
      },
    );

    it('may be recognised by the Host alone, if a browser knows the server by another name', async () => {
      const { path } = await anInvitation(api);
      const headers = { Origin: api.url };
      expect((await fillIn(api, path, PASSWORD, { headers })).status).toBe(303);
    });
  });

  describe('every answer', () => {
    const answers = async () => {
      const { path } = await anInvitation(api);
      return [
        await api.http.get(path).expect(200),
        await fillIn(api, path, 'short'),
        await fillIn(api, path, PASSWORD, { headers: { 'Sec-Fetch-Site': 'cross-site' } }),
        await send(api, '/invite', 'role=owner'),
        await fillIn(api, path, PASSWORD),
        await api.http.get(path).expect(404),
        await api.http.get('/invite/done').expect(200),
      ];
    };

    it('has a policy under which nothing runs, nothing is loaded, and nobody can frame it', async () => {
      for (const { headers, status, text } of await answers()) {
        const [style] = status === 303 ? [] : (/(?<=<style>)[^<]*/.exec(text) ?? []);
        const hash = style === undefined ? null : createHash('sha256').update(style).digest('base64');
        expect(headers).toMatchObject({
          'content-security-policy': expect.stringMatching(
            /^default-src 'none'; style-src 'sha256-[\w+/]+='; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
          ),
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
          'x-robots-tag': 'noindex, nofollow',
          'x-frame-options': 'DENY',
          'x-content-type-options': 'nosniff',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
        });
        if (hash) expect(headers['content-security-policy']).toContain(hash);
        // The icon is in the page itself.
        const others = text.replace(/<link rel="icon" href="data:image\/vnd.microsoft.icon;base64,[\w+/=]+">/, '');
        expect(others).not.toMatch(
          /<script|<link|<img|<iframe|\sstyle=|\son\w+=|javascript:|https?:\/\/(?!localhost:0)/i,
        );
        expect(headers['set-cookie']).toBeUndefined();
      }
    });

    it('names no token beside the one field that carries it', async () => {
      const { path } = await anInvitation(api);
      const token = tokenOf(path);
      const { text } = await api.http.get(path).expect(200);
      expect(text.split(token)).toHaveLength(2);
      for (const answer of [
        await fillIn(api, path, PASSWORD, { headers: { 'Sec-Fetch-Site': 'cross-site' } }),
        await send(api, `/invite?token=${token}`, 'role=owner'),
        await fillIn(api, path, PASSWORD),
        await api.http.get(path).expect(404),
      ]) {
        expect(JSON.stringify([answer.headers, answer.text])).not.toContain(token);
      }
    });

    it('to HEAD is that to GET without its body', async () => {
      const { path } = await anInvitation(api);
      for (const [target, status] of [
        [path, 200],
        ['/invite', 404],
        ['/reset-password/done', 200],
      ] as const) {
        const get = await exchange(api.url, request('GET', target));
        const head = await exchange(api.url, request('HEAD', target));
        expect([head.status, head.text]).toEqual([status, '']);
        const { date: _d, 'x-request-id': _i, 'content-length': _l, ...headers } = get.headers;
        expect(head.headers).toMatchObject(headers);
      }
    });

    const TITLES = {
      'zh-CN': ['您受邀管理', '链接已失效'],
      'zh-TW': ['您受邀管理', '連結已失效'],
      'en-US': ['You are invited', NO_LINK],
      'ja-JP': ['招待されています', 'リンクは無効'],
    } as const;

    it.each(SUPPORTED_LOCALES)('is in the language of its reader: %s', async (locale) => {
      const [title, noLink] = TITLES[locale];
      const { path } = await anInvitation(api);
      const page = await api.http.get(path).set('Accept-Language', locale).expect(200);
      const gone = await api.http.get('/invite').set('Accept-Language', locale).expect(404);
      const wrong = await send(
        api,
        '/invite',
        { token: tokenOf(path), password: 'x', password_repeat: 'y' },
        { 'Accept-Language': locale },
      );
      const done = await api.http.get('/reset-password/done?tenant=tea').set('Accept-Language', locale).expect(200);
      expect(page.text).toContain(title);
      expect(gone.text).toContain(noLink);
      for (const { headers, text } of [page, gone, wrong, done]) {
        expect(text).toContain(`<html lang="${locale}">`);
        expect(headers['content-language']).toBe(locale);
        expect(headers['vary']).toContain('Accept-Language');
        expect(text).not.toMatch(/\{\w+\}|undefined/);
      }
    });
  });
});
