import pg from 'pg';
import { ChangeFeed, ConfigurationError } from '@libs/foundation';
import { DependencyUnavailableError } from '@libs/kernel';
import { eventually } from '../support/api';
import { copyTemplate, queryAs, silent, type TestDatabaseUrls } from '../support/database';
import { suiteUrls } from '../support/suite';

describe('The change feed', () => {
  const urls = suiteUrls();
  let feed: ChangeFeed;

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

  describe('before it is believed', () => {
    const announceIn =
      (where: TestDatabaseUrls) =>
      (...given: string[]) =>
        queryAs(where.applicationUrl, 'SELECT pg_notify($1, $2)', given);

    it('hears what another connection announces', async () => {
      await feed.connect();
      await feed.expectAnnouncements(announceIn(urls));
      expect(feed.live).toBe(true);
    });

    it('is refused where LISTEN is lost, as behind a pooler in transaction mode', async () => {
      await feed.connect();
      await (Reflect.get(feed, 'client') as pg.Client).query('UNLISTEN *');
      await expect(feed.expectAnnouncements(announceIn(urls))).rejects.toThrow(ConfigurationError);
      expect(feed.live).toBe(false);
    });

    it('is refused where it hears another database than the one that is written to', async () => {
      const elsewhere = await copyTemplate();
      await feed.connect();
      await expect(feed.expectAnnouncements(announceIn(elsewhere))).rejects.toThrow('DATABASE_LISTEN_URL');
      expect(feed.live).toBe(false);
      await elsewhere.drop();
    });

    it('is asked again when its connection was lost meanwhile', async () => {
      await feed.connect();
      const lost = feed.expectAnnouncements(async () => {
        const isOver = new Promise((resolve) => (Reflect.get(feed, 'client') as pg.Client).once('end', resolve));
        await queryAs(
          urls.superuserUrl,
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = 'appkernel-changes'`,
        );
        await isOver;
      });
      await expect(lost).rejects.toThrow(DependencyUnavailableError);
      await eventually(() => Promise.resolve(feed.live));
      await feed.expectAnnouncements(announceIn(urls));
    });
  });
});
