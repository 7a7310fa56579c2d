import { type ClientRequest, request as httpRequest } from 'node:http';
import { AvatarUploads } from '../../../apps/api/src/mobile/me/avatar-uploads';
import { anApp } from '../../http/support/apps';
import { eventually, type TestApi } from '../../support/api';
import { aPicture } from '../../support/images';
import {
  avatarInTurn,
  avatarOf,
  load,
  type OwnStorage,
  picturesOf,
  putAvatar,
  startApiWithStorage,
} from '../support/avatars';
import { type SignedInMember, someone } from '../support/me';

/** More than there were ever places. */
const MEMBERS = 10;
/** Uploads of one member: one being received, and two that wait. */
const EACH = 3;

describe('Avatars that come very slowly', () => {
  let api: TestApi;
  let storage: OwnStorage;
  let crowd: SignedInMember[];
  let receive: jest.SpiedFunction<AvatarUploads['receive']>;
  const requests: ClientRequest[] = [];
  const trickles: NodeJS.Timeout[] = [];
  let answered: number;

  beforeAll(async () => {
    ({ api, storage } = await startApiWithStorage());
    crowd = [];
    for (let n = 0; n < MEMBERS; n++) crowd.push(await someone(api));
  });
  beforeEach(() => {
    receive = jest.spyOn(api.get(AvatarUploads), 'receive');
    answered = 0;
  });
  /** Each test finds all places free. */
  afterEach(async () => {
    hangUp();
    await Promise.allSettled(receive.mock.results.map(({ value }) => value as Promise<unknown>));
    jest.restoreAllMocks();
  });
  afterAll(async () => {
    await api.close();
    storage.remove();
  });

  /** An upload that sends some bytes, and then one every now and then. */
  function trickle(accessToken: string): void {
    const request = httpRequest(`${api.url}/api/v1/me/avatar`, {
      method: 'PUT',
      headers: {
        'X-AppID': api.appId,
        Authorization: `Bearer ${accessToken}`,
        'Content-Type': 'multipart/form-data; boundary=x',
        'Transfer-Encoding': 'chunked',
      },
    });
    request.on('error', () => undefined);
    request.on('response', () => answered++);
    request.write('--x\r\nContent-Disposition: form-data; name="file"; filename="x.png"\r\n\r\n');
    request.write(Buffer.alloc(10_000, 1));
    trickles.push(setInterval(() => request.write('x'), 50));
    requests.push(request);
  }

  /** Resolves when the program receives all of them. */
  async function trickleAll(members: readonly SignedInMember[]): Promise<void> {
    for (const { pair } of members) for (let n = 0; n < EACH; n++) trickle(pair.access_token);
    await eventually(() => Promise.resolve(receive.mock.calls.length === members.length * EACH));
  }

  function hangUp(): void {
    for (const trickle of trickles.splice(0)) clearInterval(trickle);
    for (const request of requests.splice(0)) request.destroy();
  }

  it('hold up neither members of another tenant nor others of their own', async () => {
    const other = await anApp(api);
    const [stranger, neighbour] = [await someone(api, {}, other.id), await someone(api)];
    await trickleAll(crowd);
    await load(api, await avatarOf(stranger.me, await aPicture())).expect(200);
    await load(api, await avatarOf(neighbour.me, await aPicture())).expect(200);
    // They were arriving all the while.
    expect(answered).toBe(0);
  });

  it('of one member are answered at once beyond two that wait', async () => {
    const [greedy, other] = [await someone(api), await someone(api)];
    await trickleAll([greedy]);
    const image = await aPicture();
    const refused = await Promise.all(Array.from({ length: 5 }, () => putAvatar(greedy.me, image)));
    for (const { status, body, headers } of refused) {
      expect([status, body.code, headers['retry-after']]).toEqual([503, 'DEPENDENCY.UNAVAILABLE', '5']);
    }
    // None of the earlier ones was dropped for that, and a member with an upload under way is not affected.
    expect(answered).toBe(0);
    await load(api, await avatarOf(other.me, image)).expect(200);
    expect(answered).toBe(0);
  });

  it('leave nothing when they hang up, and free their places', async () => {
    const before = await picturesOf(api);
    await trickleAll(crowd);
    hangUp();
    const [first] = crowd;
    await load(api, await avatarInTurn(first!.me, await aPicture())).expect(200);
    await eventually(async () => (await picturesOf(api)) === before + 1);
  });
});
