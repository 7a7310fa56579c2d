import { asOwner } from '../admin/support/admin';
import { suiteApi } from '../support/suite';
import { TestReleases, type TestPackage } from './support/releases';

const APK = 'application/vnd.android.package-archive';
const ZIP = 'application/zip';

/**
 * The name under which uni-app on HarmonyOS stores a download: the header up to the next quote of either kind, decoded
 * like a part of a URL. It discards a wgt whose name does not end in `.wgt`.
 */
function nameOnHarmony(header: string): string {
  const [, ...rest] = header.split('filename=');
  return decodeURIComponent(rest.join('filename=').replace(/^['"]/, '').split(/['"]/)[0]!);
}

describe('The name under which a package is downloaded', () => {
  const api = suiteApi({ PUBLIC_BASE_URL: 'https://updates.example.com' });
  const releases = new TestReleases(api);
  let file: TestPackage;

  beforeAll(async () => {
    file = await releases.upload();
    await releases.query(`UPDATE apps SET dcloud_appid = '__UNI__1A2B3C4'`);
  });
  beforeEach(() => releases.clear());

  const headerOf = async (filename: string, columns: object, mediaType = ZIP): Promise<string> => {
    await releases.query('UPDATE files SET filename = $2, media_type = $3 WHERE id = $1', [
      file.id,
      filename,
      mediaType,
    ]);
    const release = { package_type: 'native_app', platform: 'android', file_id: file.id, ...columns };
    await releases.publish(release);
    await releases.known();
    const { body } = await api.http
      .get('/api/v1/public/app-version')
      .query({ platform: release.platform, package_type: release.package_type })
      .set('X-AppID', api.appId)
      .expect(200);
    const { headers } = await api.http.head(body.data.package.url as string).expect(200);
    return headers['content-disposition'] as string;
  };

  it.each([
    ['shop.wgt', 'shop.wgt'],
    ['Shop-1.2.WGT', 'Shop-1.2.wgt'],
    ['shop.Wgt', 'shop.wgt'],
    ['shop.zip', 'shop.wgt'],
    ['shop', 'shop.wgt'],
    ['shop-1.2', 'shop-1.2.wgt'],
    ['shop.wgt.', 'shop.wgt'],
    ['.wgt', 'package.wgt'],
    ['商城.WGT', 'package.wgt'],
    ['商城 1.2.wgt', '1.2.wgt'],
    ['Läden "1.4".wgt', 'Laden-1.4.wgt'],
    [`Tom's shop.wgt`, 'Tom-s-shop.wgt'],
    ['100%.wgt', '100.wgt'],
    ['a%2Fb.wgt', 'a-2Fb.wgt'],
    ['a;b\\c?d#e.wgt', 'a-b-c-d-e.wgt'],
    [`${'x'.repeat(250)}.wgt`, `${'x'.repeat(100)}.wgt`],
  ])('of a wgt ends in .wgt: %s', async (filename, name) => {
    const header = await headerOf(filename, { package_type: 'wgt', platform: 'harmony' });
    expect(nameOnHarmony(header)).toBe(name);
    expect(header).toMatch(/^attachment; filename="[\w.-]+"(?:; filename\*=UTF-8''[\w!#$&+.^`|~%-]+\.wgt)?$/);
  });

  it.each([
    ['shop.HAP', 'harmony', ZIP, 'shop.hap'],
    ['shop.App', 'harmony', ZIP, 'shop.app'],
    ['shop', 'harmony', ZIP, 'shop.hap'],
    ['shop.APK', 'android', APK, 'shop.apk'],
    ['shop.zip', 'android', APK, 'shop.apk'],
    ['shop.AAB', 'android', ZIP, 'shop.aab'],
    ['shop.IPA', 'ios', ZIP, 'shop.ipa'],
    ['shop', 'ios', ZIP, 'shop.ipa'],
  ])('of a native app ends as its kind does: %s for %s', async (filename, platform, mediaType, name) => {
    expect(nameOnHarmony(await headerOf(filename, { platform }, mediaType))).toBe(name);
  });

  it('keeps what it is called, for clients that read more than ASCII', async () => {
    const header = await headerOf(`商城 "1.4" (it's new).WGT`, { package_type: 'wgt' });
    const [, encoded] = /filename\*=UTF-8''(.+)$/.exec(header)!;
    expect(decodeURIComponent(encoded!)).toBe(`商城 "1.4" (it's new).wgt`);
  });

  it('is that which uni-upgrade-center leads to', async () => {
    await headerOf('商城.WGT', { package_type: 'wgt', platform: 'harmony', version_name: '1.1.0' });
    const { body } = await api.http
      .post('/api/v1/public/compat/uni-upgrade-center')
      .send({ appid: '__UNI__1A2B3C4', appVersion: '1.0.0', wgtVersion: '1.0.0', platform: 'Harmony' })
      .expect(200);
    expect(body).toMatchObject({ code: 101, platform: ['Harmony'] });
    const { headers } = await api.http.get((body.url as string).replace('https://updates.example.com', '')).expect(200);
    expect(nameOnHarmony(headers['content-disposition'] as string)).toBe('package.wgt');
  });

  it('is not what administrators see', async () => {
    await headerOf('Shop.WGT', { package_type: 'wgt' });
    const { body } = await (await asOwner(api)).get(`files/${file.id}`).expect(200);
    expect(body.data.filename).toBe('Shop.WGT');
  });
});
