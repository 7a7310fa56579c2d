import pg from 'pg';
import { ChangeFeed } from '@libs/foundation';
import { eventually } from '../support/api';
import { copyTemplate, queryAs, silent, type TestDatabaseUrls } from '../support/database';

describe('The change feed', () => {
  let urls: TestDatabaseUrls;
  let feed: ChangeFeed;

  beforeAll(async () => {
    urls = await copyTemplate();
  });
  afterAll(() => urls.drop());

  beforeEach(() => {
    feed = new ChangeFeed(urls.applicationUrl, silent);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await feed.stop();
  });

  async function connections(): Promise<number> {
    const [row] = await queryAs<{ count: number }>(
      urls.superuserUrl,
      `SELECT count(*)::integer AS count FROM pg_stat_activity
        WHERE datname = $1 AND application_name = 'appkernel-changes'`,
      [urls.name],
    );
    return row!.count;
  }

  it('reconnects when its query is refused on a live connection: cancelled, or beyond a statement timeout', async () => {
    const told: string[] = [];
    feed.subscribe('tenant', { changed: (key) => told.push(key), reset: () => told.push('reset') });
    await feed.start();
    const cancelled = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    const query = jest.spyOn(pg.Client.prototype, 'query');
    query.mockImplementationOnce((): never => Promise.reject(cancelled) as never);
    await eventually(() => Promise.resolve(query.mock.calls.length > 0));
    query.mockRestore();

    await eventually(() => Promise.resolve(told.length === 2));
    expect(told).toEqual(['reset', 'reset']);
    await eventually(() => Promise.resolve(told.length === 3 && feed.live));
    expect(await connections()).toBe(1);
    await queryAs(urls.superuserUrl, `UPDATE tenants SET name = name || '!'`);
    await eventually(() => Promise.resolve(told.length > 3));
  });

  it('leaves no connection behind when it is stopped while it begins', async () => {
    const starting = feed.start();
    await feed.stop();
    await starting;
    expect(feed.live).toBe(false);
    await eventually(async () => (await connections()) === 0);
  });
});
