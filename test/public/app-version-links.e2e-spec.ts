import { randomBytes } from 'node:crypto';
import { newId } from '@libs/kernel';
import { PackageLinks, type LinkedPackage } from '@libs/releases';
import { asOwner } from '../admin/support/admin';
import { isSoOnceAnnounced, startTestApi, type TestApi } from '../support/api';
import { suiteApi } from '../support/suite';
import { TestReleases, type TestPackage } from './support/releases';

const BASE = '/api/v1/public/app-version/download';
const NOBODY = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff';

interface Link {
  readonly release: string;
  readonly file: string;
  readonly expires: string;
  readonly signature: string;
}

describe('A signed link to a package', () => {
  const api = suiteApi();
  const releases = new TestReleases(api);
  let file: TestPackage;
  let otherFile: TestPackage;
  let otherApp: string;
  let release: string;

  beforeAll(async () => {
    file = await releases.upload('one.wgt', 1_000);
    otherFile = await releases.upload('two.wgt', 1_000);
    const owner = await asOwner(api);
    const app = { name: 'Other', app_type: 'uni_app', default_locale: 'zh-CN' };
    otherApp = (await owner.post('apps', app).expect(201)).body.data.id as string;
  });
  beforeEach(async () => {
    await releases.clear();
    release = await releases.publish({ version_code: 20, file_id: file.id });
    await releases.known();
  });

  const linked = (changes: Partial<LinkedPackage> = {}): LinkedPackage => ({
    appId: api.appId,
    releaseId: release,
    versionCode: 20,
    fileId: file.id,
    sha256: file.sha256,
    ...changes,
  });
  const link = (changes: Partial<Link> = {}, signed = linked(), now?: number): Link => {
    const { expires, signature } = api.get(PackageLinks).sign(signed, now);
    return { release, file: file.id, expires: String(expires), signature, ...changes };
  };
  const urlOf = ({ release: id, file: fileId, expires, signature }: Link) =>
    `${BASE}/${id}/${fileId}?expires=${expires}&signature=${signature}`;
  const get = (target: Link | string, headers: Record<string, string> = {}, at = api) =>
    at.http.get(typeof target === 'string' ? target : urlOf(target)).set(headers);
  const expectRefused = async (target: Link | string, headers: Record<string, string> = {}, at = api) => {
    const answer = await get(target, headers, at).expect(404);
    const { detail, title, code, status, type } = answer.body as Record<string, unknown>;
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/problem+json' });
    expect({ detail, title, code, status, type }).toEqual({
      detail: 'The resource does not exist or is not available to you.',
      title: 'Resource not found',
      code: 'RESOURCE.NOT_FOUND',
      status: 404,
      type: 'urn:appkernel:error:RESOURCE.NOT_FOUND',
    });
  };
  const isOpen = async (target: Link, at = api) => (await get(target, {}, at)).status === 200;

  it('opens what it was made for, again and again, until it expires', async () => {
    const present = link();
    await get(present).expect(200);
    await get(present).expect(200);
    await get(link({ release: release.toUpperCase(), file: file.id.toUpperCase() })).expect(200);
    // Made nearly ten minutes ago.
    const minute = Math.floor(Date.now() / 60_000) * 60_000;
    await get(link({}, linked(), minute - 8 * 60_000)).expect(200);
    await expectRefused(link({}, linked(), minute - 10 * 60_000));
  });

  it.each<[string, () => Link | string]>([
    ['no query', () => `${BASE}/${release}/${file.id}`],
    ['no signature', () => `${BASE}/${release}/${file.id}?expires=${link().expires}`],
    ['no expiry', () => `${BASE}/${release}/${file.id}?signature=${link().signature}`],
    ['an empty signature', () => link({ signature: '' })],
    ['a signature that is none', () => link({ signature: '!'.repeat(43) })],
    ['a shorter signature', () => link({ signature: link().signature.slice(1) })],
    ['a longer signature', () => link({ signature: `${link().signature}A` })],
    ['a padded signature', () => link({ signature: `${link().signature}=` })],
    ['a random signature', () => link({ signature: randomBytes(32).toString('base64url') })],
    ['two signatures', () => `${urlOf(link())}&signature=${link().signature}`],
    ['an undecodable signature', () => link({ signature: '%ff' })],
    ['a later expiry', () => link({ expires: String(Number(link().expires) + 1) })],
    ['an earlier expiry', () => link({ expires: String(Number(link().expires) - 60) })],
    ['the same expiry in another form', () => link({ expires: `0${link().expires}` })],
    ['a fractional expiry', () => link({ expires: `${link().expires}.0` })],
    ['an expiry of letters', () => link({ expires: 'soon' })],
    ['a negative expiry', () => link({ expires: '-1' })],
    ['an endless expiry', () => link({ expires: '9'.repeat(400) })],
    ['another file', () => link({ file: otherFile.id })],
    ['an unknown file', () => link({ file: NOBODY })],
    ['a malformed file', () => link({ file: 'package.wgt' })],
    ['an unknown release', () => link({ release: NOBODY })],
    ['a malformed release', () => link({ release: 'latest' })],
    ['the signature of another App', () => link({}, linked({ appId: otherApp }))],
    ['the signature of another release', () => link({}, linked({ releaseId: newId() }))],
    ['the signature of another version', () => link({}, linked({ versionCode: 21 }))],
    ['the signature of another file', () => link({}, linked({ fileId: otherFile.id }))],
    ['the signature of another content', () => link({}, linked({ sha256: otherFile.sha256 }))],
  ])('with %s is 404', async (_what, make) => {
    await expectRefused(make());
  });

  it('is 404 with any character of its signature altered, also where the bytes would be the same', async () => {
    const { signature } = link();
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let index = 0; index < signature.length; index++) {
      const next = alphabet[(alphabet.indexOf(signature[index] ?? '') + 1) % 64];
      await expectRefused(link({ signature: signature.slice(0, index) + next + signature.slice(index + 1) }));
    }
  });

  it('is 404 for a signature of another release with the same package', async () => {
    const second = await releases.publish({ platform: 'harmony', version_code: 20, file_id: file.id });
    await releases.known();
    const { signature } = link({}, linked({ releaseId: second }));
    await get({ ...link(), release: second, signature }).expect(200);
    await expectRefused(link({ signature }));
  });

  it.each([
    ['malformed', 'x'],
    ['of nobody', NOBODY],
  ])('is 404 with an X-AppID that is %s', async (_what, header) => {
    await expectRefused(link(), { 'X-AppID': header });
  });

  it('is 404 with the X-AppID of another App, and open with its own', async () => {
    await expectRefused(link(), { 'X-AppID': otherApp });
    await get(link(), { 'X-AppID': api.appId }).expect(200);
  });

  it('ends when nobody is offered the release any more', async () => {
    const present = link();
    await get(present).expect(200);
    const next = await releases.publish({ version_code: 30, file_id: otherFile.id }, { fallback: release });
    expect(await isSoOnceAnnounced(async () => !(await isOpen(present)))).toBe(true);
    // The fallback of a rollout is offered.
    for (const [change, expected] of [
      ['rollout_percent = 50', 200],
      ['rollout_percent = 100', 404],
      ['rollout_paused = true', 200],
    ] as const) {
      await releases.change(next, change);
      await releases.known();
      await get(present).expect(expected);
    }
    await releases.query('DELETE FROM release_pointers');
    await releases.known();
    await expectRefused(present);
    await releases.point(release, { platform: 'ios' });
    await releases.known();
    await get(present).expect(200);
  });

  it('does not exist for a release that was never published', async () => {
    const draft = await releases.add({ version_code: 40, file_id: file.id });
    await releases.known();
    await expectRefused(link({ release: draft }, linked({ releaseId: draft, versionCode: 40 })));
  });

  it.each([
    ['its App', 'apps', `is_default`],
    ['its tenant', 'tenants', `id = (SELECT tenant_id FROM apps WHERE is_default)`],
  ])('ends while %s is disabled', async (_what, table, condition) => {
    const present = link();
    await get(present).expect(200);
    await releases.query(`UPDATE ${table} SET status = 'disabled' WHERE ${condition}`);
    expect(await isSoOnceAnnounced(async () => !(await isOpen(present)))).toBe(true);
    await expectRefused(present);
    await expectRefused(present, { 'X-AppID': api.appId });
    await releases.query(`UPDATE ${table} SET status = 'active' WHERE ${condition}`);
    await releases.known();
    await get(present).expect(200);
  });

  it.each(['infected', 'pending', 'failed'])('ends while its package is %s', async (status) => {
    const present = link();
    await get(present).expect(200);
    await releases.query('UPDATE files SET scan_status = $2 WHERE id = $1', [file.id, status]);
    expect(await isSoOnceAnnounced(async () => !(await isOpen(present)))).toBe(true);
    await expectRefused(present);
    await releases.query(`UPDATE files SET scan_status = 'clean' WHERE id = $1`, [file.id]);
    await releases.known();
    await get(present).expect(200);
  });

  it('outlives the rotation of keys for as long as its key is known', async () => {
    const [older, newer] = ['old', 'new'].map((id) => `${id}:${randomBytes(32).toString('base64')}`);
    const withKeys = (keys: string) => startTestApi({ SECRET_KEYS: keys }, api.urls);
    const before = await withKeys(`${older}`);
    const between = await withKeys(`${newer},${older}`);
    const after = await withKeys(`${newer}`);
    try {
      const signedBy = (at: TestApi): Link => ({ ...link(), ...textOf(at.get(PackageLinks).sign(linked())) });
      const [old, fresh] = [signedBy(before), signedBy(between)];
      expect(await isOpen(old, before)).toBe(true);
      expect(await isOpen(old, between)).toBe(true);
      await expectRefused(old, {}, after);
      expect(await isOpen(fresh, between)).toBe(true);
      expect(await isOpen(fresh, after)).toBe(true);
      await expectRefused(fresh, {}, before);
    } finally {
      for (const one of [before, between, after]) await one.close();
    }
  });
});

function textOf({ expires, signature }: { expires: number; signature: string }) {
  return { expires: String(expires), signature };
}
