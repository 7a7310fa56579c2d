import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Response } from 'supertest';
import { eventually, startTestApi, type TestApi } from '../../support/api';
import { queryAs, testPostgres } from '../../support/database';
import type { MeClient } from './me';

/** Contents are addressed by their hash, so suites must not share a storage. */
export interface OwnStorage {
  readonly environment: Readonly<Record<string, string>>;
  /** How many contents there are, complete or not. */
  left(): number;
  remove(): void;
}

export function ownStorage(): OwnStorage {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-avatars-'));
  copyFileSync(join(testPostgres().directory, 'keys.json'), join(directory, 'keys.json'));
  // The api makes it for the first content.
  mkdirSync(join(directory, 'files'));
  return {
    environment: { DATA_DIR: directory },
    left: () =>
      readdirSync(join(directory, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
        .length,
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

export async function startApiWithStorage(): Promise<{ api: TestApi; storage: OwnStorage }> {
  const storage = ownStorage();
  return { api: await startTestApi(storage.environment), storage };
}

export function putAvatar(me: MeClient, image: Buffer, filename = 'me.jpg') {
  return me.putForm('avatar').attach('file', image, filename);
}

/** The URL of the picture after its upload. */
export async function avatarOf(me: MeClient, image: Buffer): Promise<string> {
  const { body } = await putAvatar(me, image).expect(200);
  return (body as { data: { avatar_url: string } }).data.avatar_url;
}

/** Loads the picture as an image element does: without headers, by its URL alone. */
export function load(api: TestApi, url: string, headers: Readonly<Record<string, string>> = {}) {
  return api.http.get(new URL(url).pathname).set(headers).responseType('blob');
}

/** As `avatarOf`, if the same member may have others under way: retries while there are too many. */
export function avatarInTurn(me: MeClient, image: Buffer): Promise<string> {
  return eventually(async () => {
    const answer = await putAvatar(me, image);
    if (answer.status === 503) {
      // All who wait and ask again at once would keep the server from the one whose turn it is.
      await delay(100);
      return null;
    }
    expect(answer.status).toBe(200);
    return (answer.body as { data: { avatar_url: string } }).data.avatar_url;
  });
}

export function bytesOf({ body }: Response): Buffer {
  return body as Buffer;
}

/** Pictures, and uploads that may become one. */
export async function picturesOf(api: TestApi): Promise<number> {
  const [row] = await queryAs<{ count: number }>(
    api.urls.superuserUrl,
    'SELECT (SELECT count(*) FROM pictures)::int + (SELECT count(*) FROM file_uploads)::int AS count',
  );
  return row?.count ?? 0;
}

/** Resolves when everything released has been removed. */
export function settledStorage(storage: OwnStorage, contents: number): Promise<true> {
  return eventually<true>(() => Promise.resolve(storage.left() === contents));
}
