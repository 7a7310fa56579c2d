import { startTestApi, type TestApi } from '../../support/api';
import { aPicture } from '../../support/images';
import {
  avatarInTurn,
  avatarOf,
  load,
  ownStorage,
  type OwnStorage,
  picturesOf,
  settledStorage,
} from '../support/avatars';
import { meClient, type MeClient, someone } from '../support/me';

describe('The avatar of a member, served by two processes', () => {
  let storage: OwnStorage;
  let one: TestApi;
  let other: TestApi;
  let here: MeClient;
  let there: MeClient;

  beforeAll(async () => {
    storage = ownStorage();
    one = await startTestApi(storage.environment);
    other = await startTestApi(storage.environment, one.urls);
    const { me, pair } = await someone(one);
    here = me;
    there = meClient(other, pair.access_token);
  });
  afterAll(async () => {
    await other.close();
    await one.close();
    storage.remove();
  });

  it('is there and gone in both at once', async () => {
    const first = await avatarOf(here, await aPicture());
    await load(other, first).expect(200);
    const second = await avatarOf(there, await aPicture());
    await load(one, first).expect(404);
    await load(one, second).expect(200);
    expect((await here.get()).body.data.avatar_url).toBe(second);
    await here.delete('avatar').expect(200);
    await load(other, second).expect(404);
    expect((await there.get()).body.data.avatar_url).toBeNull();
  });

  it('is one of those uploaded to both at the same time', async () => {
    const images = await Promise.all(Array.from({ length: 10 }, () => aPicture()));
    const urls = await Promise.all(images.map((image, index) => avatarInTurn(index % 2 ? here : there, image)));
    const statuses = await Promise.all(urls.map(async (url) => (await one.http.get(new URL(url).pathname)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect((await there.get()).body.data.avatar_url).toBe(urls[statuses.indexOf(200)]);
    expect(await picturesOf(one)).toBe(1);
    await settledStorage(storage, 1);
    await load(other, urls[statuses.indexOf(200)] ?? '').expect(200);
  });
});
