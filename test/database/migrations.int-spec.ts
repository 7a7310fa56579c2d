import type { MigrationInterface, QueryRunner } from 'typeorm';
import { migrate, revertMigrations } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { MIGRATIONS } from '../../migrations';
import { eventually } from '../support/api';
import { anArticle, insertArticles } from '../support/articles';
import { queryAs } from '../support/database';
import { schemaOf } from '../support/schema';
import { suiteUrls } from '../support/suite';

class Endless1799999999999 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SELECT pg_sleep(120)');
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}

/** How many migrations there are from this one on. */
const fromOn = (migration: string) => MIGRATIONS.length - MIGRATIONS.findIndex(({ name }) => name === migration);

describe('the migrations', () => {
  const urls = suiteUrls();

  it('are reverted one by one to an empty database, and applied again to the same schema', async () => {
    const before = await schemaOf(urls.superuserUrl);
    // A code that the previous version could not have made.
    await queryAs(
      urls.superuserUrl,
      `SET session_replication_role = replica;
       INSERT INTO otp_challenges (tenant_id, id, app_id, purpose, identifier_key, user_id, session_id, stepped_up_at,
                                   channel, recipient, locale, expires_at, key_id, seed)
       SELECT tenant_id, gen_random_uuid(), id, 'identifier_verify', '\\x00', gen_random_uuid(), gen_random_uuid(), now(),
              'email', 'further@example.com', 'en-US', now(), 'k', '\\x00' FROM apps LIMIT 1`,
    );
    await revertMigrations(urls.ownerUrl, MIGRATIONS, MIGRATIONS.length);
    const left = await queryAs<{ relname: string }>(
      urls.superuserUrl,
      `SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,
    );
    expect(left).toEqual([{ relname: 'schema_migrations' }]);
    expect(await migrate(urls.ownerUrl, MIGRATIONS)).toEqual(MIGRATIONS.map(({ name }) => name));
    expect(await schemaOf(urls.superuserUrl)).toEqual(before);
  });

  it('write the search lines of older audit records, too, and continue after an interruption', async () => {
    const lines = () => queryAs(urls.superuserUrl, 'SELECT seq::int, line FROM audit_search ORDER BY seq');
    await revertMigrations(urls.ownerUrl, MIGRATIONS, fromOn('AuditSearch1763712000034'));
    await queryAs(
      urls.superuserUrl,
      `INSERT INTO audit_logs (tenant_id, seq, id, occurred_at, actor_type, actor_display, action, method, route, changes,
                               request_id, outcome, prev_hash, hash)
       SELECT gen_random_uuid(), seq, gen_random_uuid(), now(), 'system', 'System', 'apps.write', 'PATCH', '/apps',
              jsonb_build_array(jsonb_build_object('path', 'name', 'before', NULL, 'after', 'Shop ' || seq)), 'r', 'success',
              '', ''
         FROM generate_series(1, 12000) AS seq`,
    );
    await migrate(urls.ownerUrl, MIGRATIONS);
    const all = await lines();
    expect(all).toHaveLength(12_000);
    expect(all.at(-1)).toEqual({ seq: 12_000, line: 'apps.write\n/apps\nsystem\nr\nshop 12000' });
    await queryAs(urls.superuserUrl, 'DELETE FROM audit_search WHERE seq % 3 = 0');
    await revertMigrations(urls.ownerUrl, MIGRATIONS, fromOn('AuditSearchOfOlderRecords1763712000035'));
    await migrate(urls.ownerUrl, MIGRATIONS);
    expect(await lines()).toEqual(all);
  });

  it('write the texts that administrators search for what is there, too, as the triggers do', async () => {
    const texts = () =>
      queryAs<{ kind: string; line: string }>(
        urls.superuserUrl,
        'SELECT kind, id, app_id, line, at FROM search_texts ORDER BY kind, id',
      );
    await queryAs(
      urls.superuserUrl,
      `INSERT INTO tenants (id, code, name, status, is_platform)
         VALUES (gen_random_uuid(), 'searched', 'Searched', 'active', false);
       INSERT INTO users (tenant_id, id, display_name, status)
       SELECT t.id, gen_random_uuid(), nullif('Member ' || n, 'Member 7'), CASE WHEN n % 10 = 0 THEN 'deleted' ELSE 'active' END
         FROM tenants t, generate_series(1, 4500) n WHERE t.code = 'searched';
       INSERT INTO files (tenant_id, id, purpose, filename, media_type, size_bytes, sha256, scan_status, storage_key)
       SELECT t.id, gen_random_uuid(), 'attachment', '报告.PDF', 'application/pdf', 1, repeat('a', 64), 'clean', 'k'
         FROM tenants t WHERE t.code = 'searched'`,
    );
    const all = await texts();
    const kinds = Object.groupBy(all, ({ kind }) => kind);
    expect(kinds['user']).toHaveLength(4_049);
    expect(kinds['file']?.map(({ line }) => line)).toEqual(['报告.pdf']);
    await revertMigrations(urls.ownerUrl, MIGRATIONS, fromOn('SearchTexts1763712000093'));
    await migrate(urls.ownerUrl, MIGRATIONS);
    expect(await texts()).toEqual(all);
    await queryAs(urls.superuserUrl, 'DELETE FROM files; DELETE FROM users');
    expect(await texts()).toEqual([]);
  });

  it('withdraw the answers that were kept for repetitions, and keep their keys', async () => {
    await revertMigrations(urls.ownerUrl, MIGRATIONS, fromOn('AnswersWithoutSecrets1763712000057'));
    await queryAs(
      urls.superuserUrl,
      `INSERT INTO idempotency_keys (tenant_id, caller_id, id, sealed_body_hash, run_id, leased_until, answer, expires_at)
       SELECT gen_random_uuid(), gen_random_uuid(), sha256(n::text::bytea), 'k.hash', gen_random_uuid(), now(),
              CASE WHEN n % 2 = 0 THEN 'k.answer' END, now() + interval '1 day'
         FROM generate_series(1, 3000) AS n`,
    );
    await migrate(urls.ownerUrl, MIGRATIONS);
    const left = await queryAs(
      urls.superuserUrl,
      `SELECT answer, sealed_body_hash AS hash, count(*)::int AS count FROM idempotency_keys GROUP BY 1, 2 ORDER BY 1`,
    );
    expect(left).toEqual([
      { answer: 'withdrawn.', hash: 'k.hash', count: 1_500 },
      { answer: null, hash: 'k.hash', count: 1_500 },
    ]);
    await queryAs(urls.superuserUrl, 'DELETE FROM idempotency_keys');
  });

  it('let whoever changed push providers still see them, and make no setting public that clients never read', async () => {
    await revertMigrations(urls.ownerUrl, MIGRATIONS, fromOn('PushProvidersToRead1763712000080'));
    await queryAs(
      urls.superuserUrl,
      `SET session_replication_role = replica;
       INSERT INTO roles (tenant_id, code, name, permissions, built_in)
       SELECT gen_random_uuid(), code, code, permissions::text[], code = 'owner'
         FROM (VALUES ('owner', '{notifications.configure}'), ('pusher', '{messages.read,notifications.configure,releases.read}'),
                      ('reader', '{messages.read}')) AS r (code, permissions);
       INSERT INTO settings (id, scope, tenant_id, app_id, key, value, value_type, is_public, is_secret, status)
       SELECT gen_random_uuid(), scope, CASE WHEN scope <> 'global' THEN gen_random_uuid() END,
              CASE WHEN scope = 'app' THEN gen_random_uuid() END, 'migrated.' || is_public, '1', 'number', is_public, false, 'active'
         FROM unnest(ARRAY['global', 'tenant', 'app']) AS s (scope), unnest(ARRAY[true, false]) AS p (is_public)`,
    );
    const roles = () =>
      queryAs(
        urls.superuserUrl,
        `SELECT code, array_to_string(permissions, ' ') AS permissions, lock_version FROM roles
          WHERE code IN ('owner', 'pusher', 'reader') AND name = code ORDER BY code`,
      );
    await migrate(urls.ownerUrl, MIGRATIONS);
    expect(await roles()).toEqual([
      { code: 'owner', permissions: 'notifications.configure', lock_version: 1 },
      {
        code: 'pusher',
        permissions: 'messages.read push_providers.read notifications.configure releases.read',
        lock_version: 2,
      },
      { code: 'reader', permissions: 'messages.read', lock_version: 1 },
    ]);
    const settings = await queryAs(
      urls.superuserUrl,
      `SELECT scope, is_public, lock_version FROM settings WHERE key = 'migrated.true' ORDER BY scope`,
    );
    expect(settings).toEqual([
      { scope: 'app', is_public: false, lock_version: 2 },
      { scope: 'global', is_public: true, lock_version: 1 },
      { scope: 'tenant', is_public: false, lock_version: 2 },
    ]);
    await revertMigrations(urls.ownerUrl, MIGRATIONS, fromOn('PushProvidersToRead1763712000080'));
    expect((await roles()).map(({ permissions }) => permissions)).toEqual([
      ...['notifications.configure', 'messages.read notifications.configure releases.read', 'messages.read'],
    ]);
    await queryAs(urls.superuserUrl, 'DELETE FROM roles; DELETE FROM settings');
    await migrate(urls.ownerUrl, MIGRATIONS);
  });

  it('let whoever writes texts preview them', async () => {
    await revertMigrations(urls.ownerUrl, MIGRATIONS, fromOn('ContentPreviews1763712000085'));
    await queryAs(
      urls.superuserUrl,
      `SET session_replication_role = replica;
       INSERT INTO roles (tenant_id, code, name, permissions, built_in)
       SELECT gen_random_uuid(), code, code, permissions::text[], code = 'owner'
         FROM (VALUES ('owner', '{pages.write}'), ('pages', '{apps.read,pages.write,files.read}'),
                      ('legal', '{legal.write}'), ('articles', '{articles.read,articles.write}'),
                      ('reader', '{pages.read,articles.read,categories.write}')) AS r (code, permissions)`,
    );
    const roles = async () =>
      Object.fromEntries(
        (
          await queryAs<{ code: string; told: string }>(
            urls.superuserUrl,
            `SELECT code, lock_version || ' ' || array_to_string(permissions, ' ') AS told FROM roles WHERE name = code`,
          )
        ).map(({ code, told }) => [code, told]),
      );
    const before = await roles();
    await migrate(urls.ownerUrl, MIGRATIONS);
    expect(await roles()).toEqual({
      owner: '1 pages.write',
      pages: '2 apps.read pages.write content.preview files.read',
      legal: '2 legal.write content.preview',
      articles: '2 content.preview articles.read articles.write',
      reader: '1 pages.read articles.read categories.write',
    });
    await revertMigrations(urls.ownerUrl, MIGRATIONS, fromOn('ContentPreviews1763712000085'));
    const told = (texts: Record<string, string>) =>
      Object.values(texts)
        .map((text) => text.replace(/^\d+ /, ''))
        .sort();
    expect(told(await roles())).toEqual(told(before));
    await queryAs(urls.superuserUrl, 'DELETE FROM roles');
    await migrate(urls.ownerUrl, MIGRATIONS);
  });

  it('give the tags of each App the spelling that was written first', async () => {
    await revertMigrations(urls.ownerUrl, MIGRATIONS, fromOn('ArticleEndsAndTags1763712000064'));
    const [one, another] = [newId(), newId()];
    const tenantId = newId();
    // Without the Apps and categories to which they would have to belong.
    const url = new URL(urls.superuserUrl);
    url.searchParams.set('options', '-c session_replication_role=replica');
    const query = (text: string, values: unknown[]) => queryAs(url.href, text, values);
    const categoryId = newId();
    const given = (slug: string, tags: string[]) => anArticle(categoryId, { slug, tags });
    await insertArticles(query, { tenantId, appId: one }, [given('first', ['News', 'Äpfel'])]);
    await insertArticles(query, { tenantId, appId: one }, [
      given('second', ['NEWS', 'tea', 'news', 'ÄPFEL']),
      given('third', ['tea']),
    ]);
    await insertArticles(query, { tenantId, appId: another }, [given('fourth', ['news'])]);
    // A tag that only readers still see.
    await query(`UPDATE content_articles SET tags = '{tea}' WHERE slug = 'second'`, []);
    await migrate(urls.ownerUrl, MIGRATIONS);
    const tagsIn = (table: string) => queryAs(urls.superuserUrl, `SELECT slug, tags FROM ${table} ORDER BY slug`);
    expect(await tagsIn('content_articles')).toEqual([
      { slug: 'first', tags: ['News', 'Äpfel'] },
      { slug: 'fourth', tags: ['news'] },
      { slug: 'second', tags: ['tea'] },
      { slug: 'third', tags: ['tea'] },
    ]);
    expect(await tagsIn('content_published_articles')).toEqual([
      { slug: 'first', tags: ['News', 'Äpfel'] },
      { slug: 'fourth', tags: ['news'] },
      { slug: 'second', tags: ['News', 'tea', 'Äpfel'] },
      { slug: 'third', tags: ['tea'] },
    ]);
    const lists = await queryAs(
      urls.superuserUrl,
      `SELECT a.slug, array_agg(t.tag ORDER BY t.tag COLLATE "C") AS tags
         FROM content_published_article_tags t JOIN content_articles a ON a.id = t.article_id GROUP BY 1 ORDER BY 1`,
    );
    expect(lists).toEqual([
      { slug: 'first', tags: ['News', 'Äpfel'] },
      { slug: 'fourth', tags: ['news'] },
      { slug: 'second', tags: ['News', 'tea', 'Äpfel'] },
      { slug: 'third', tags: ['tea'] },
    ]);
    const known = await queryAs(
      urls.superuserUrl,
      `SELECT a.slug, t.key, t.tag, t.is_written FROM content_article_tags t JOIN content_articles a ON a.id = t.article_id
        ORDER BY a.slug, t.key COLLATE "C"`,
    );
    expect(known).toEqual([
      { slug: 'first', key: 'news', tag: 'News', is_written: true },
      { slug: 'first', key: 'äpfel', tag: 'Äpfel', is_written: true },
      { slug: 'fourth', key: 'news', tag: 'news', is_written: true },
      { slug: 'second', key: 'news', tag: 'News', is_written: false },
      { slug: 'second', key: 'tea', tag: 'tea', is_written: true },
      { slug: 'second', key: 'äpfel', tag: 'Äpfel', is_written: false },
      { slug: 'third', key: 'tea', tag: 'tea', is_written: true },
    ]);
    // Revisions can only be removed with their table.
    await revertMigrations(urls.ownerUrl, MIGRATIONS, fromOn('Articles1763712000037'));
    await migrate(urls.ownerUrl, MIGRATIONS);
  });

  it('leave extensions that somebody else may have made', async () => {
    await revertMigrations(urls.ownerUrl, MIGRATIONS, fromOn('ArticleSearch1763712000039'));
    await queryAs(urls.superuserUrl, 'DROP EXTENSION IF EXISTS btree_gin');
    await queryAs(urls.superuserUrl, 'CREATE EXTENSION btree_gin');
    await migrate(urls.ownerUrl, MIGRATIONS);
    await revertMigrations(urls.ownerUrl, MIGRATIONS, fromOn('ArticleSearch1763712000039'));
    await migrate(urls.ownerUrl, MIGRATIONS);
    expect(await queryAs(urls.superuserUrl, `SELECT FROM pg_extension WHERE extname = 'btree_gin'`)).toHaveLength(1);
  });

  it('are applied once when several processes start together', async () => {
    await revertMigrations(urls.ownerUrl, MIGRATIONS, 1);
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(urls.ownerUrl, MIGRATIONS)));
    expect(applied.flat()).toEqual([MIGRATIONS.at(-1)!.name]);
  });

  it('leave no statement on the server when their time is over, and no lock that would block the next attempt', async () => {
    const tooLong = migrate(urls.ownerUrl, [...MIGRATIONS, Endless1799999999999], { queryTimeoutMs: 1_000 });
    await expect(tooLong).rejects.toThrow('did not answer');
    await eventually(async () => {
      const left = await queryAs(
        urls.superuserUrl,
        `SELECT FROM pg_stat_activity WHERE datname = $1 AND application_name = 'appkernel-migrations'`,
        [urls.name],
      );
      return left.length === 0;
    });
    expect(await migrate(urls.ownerUrl, MIGRATIONS)).toEqual([]);
  });
});
