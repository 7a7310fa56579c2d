import { DomainError, newId } from '@libs/kernel';
import { MAX_CATEGORIES, MAX_CATEGORY_LEVELS } from '@libs/content';
import { eventually, startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { rounds } from '../../support/rounds';
import { type AdminClient, asOwner } from '../support/admin';
import { categoryClient, type CategoryData, INSERT_ARTICLE, NAME } from '../support/categories';
import { anApp } from '../support/pages';

const WRITERS = 20;
const ROUNDS = rounds(25);

interface Answer {
  readonly status: number;
  readonly body: { readonly code?: string; readonly errors?: readonly { readonly code: string }[] };
}

describe('Many writers of the categories of one App at once', () => {
  let one: TestApi;
  let two: TestApi;
  let admins: AdminClient[];
  let appId: string;
  let categories: ReturnType<typeof categoryClient>;

  beforeAll(async () => {
    one = await startTestApi();
    two = await startTestApi({}, one.urls);
    admins = [await asOwner(one), await asOwner(two)];
  });

  afterAll(async () => {
    await two.close();
    await one.close();
  });

  beforeEach(async () => {
    appId = await anApp(one);
    categories = categoryClient(admins[0]!, appId);
  });

  /** Sends the requests to both processes, all at the same time. */
  const race = <T>(count: number, send: (admin: AdminClient, index: number) => PromiseLike<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => send(admins[index % 2]!, index)));
  const reasonOf = ({ status, body }: Answer) => `${status} ${body.errors?.[0]?.code ?? body.code ?? ''}`.trim();
  const move = (admin: AdminClient, { id }: CategoryData, parent: CategoryData, lock_version: number) =>
    admin.patch(`${categories.path}/${id}`, { parent_id: parent.id, lock_version });
  const versions = async () =>
    new Map((await categories.list('?page_size=100')).items.map(({ id, lock_version }) => [id, lock_version]));

  /** The levels on which categories lie; Infinity in a circle. */
  const levels = async () => {
    const { items } = await categories.list('?page_size=100');
    const parents = new Map(items.map(({ id, parent_id }) => [id, parent_id]));
    return items.map(({ id }) => {
      let level = 0;
      for (let at: string | null = id; at !== null; at = parents.get(at) ?? null) {
        level += 1;
        if (level > items.length) return Infinity;
      }
      return level;
    });
  };

  it('do not move two below each other', async () => {
    const [a, b] = [await categories.create('a'), await categories.create('b')];
    for (let round = 0; round < ROUNDS; round++) {
      const known = await versions();
      const answers = await race(2, (admin, index) =>
        index === 0 ? move(admin, a, b, known.get(a.id)!) : move(admin, b, a, known.get(b.id)!),
      );
      expect(answers.map(reasonOf).sort()).toEqual(['200', '422 below_itself']);
      const [lower] = answers.filter(({ status }) => status === 200).map(({ body }) => body.data as CategoryData);
      const { id, lock_version } = lower!;
      await admins[0]!.patch(`${categories.path}/${id}`, { parent_id: null, lock_version }).expect(200);
    }
  });

  it('do not make a circle of many, nor a sixth level, whoever moves what', async () => {
    const SIZE = 8;
    const made: CategoryData[] = [];
    for (let index = 0; index < SIZE; index++) made.push(await categories.create(`c${index}`));
    for (let round = 0; round < ROUNDS; round++) {
      const known = await versions();
      // Each below the next one, the last one below the first.
      const shift = 1 + (round % (SIZE - 1));
      const answers = await race(SIZE, (admin, index) =>
        move(admin, made[index]!, made[(index + shift) % SIZE]!, known.get(made[index]!.id)!),
      );
      const allowed = ['200', '422 below_itself', '422 too_deep'];
      expect(answers.map(reasonOf).filter((reason) => !allowed.includes(reason))).toEqual([]);
      expect(Math.max(...(await levels()))).toBeLessThanOrEqual(MAX_CATEGORY_LEVELS);
    }
    expect(Math.max(...(await levels()))).toBeGreaterThan(1);
  });

  it('do not hang a sixth level below one that is moved down meanwhile', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [, second] = await categories.line([`a${round}`, `b${round}`, `c${round}`]);
      const [top, , lowest] = await categories.line([`x${round}`, `y${round}`, `z${round}`]);
      const answers = await race<Answer>(2, (admin, index) =>
        index === 0
          ? move(admin, top!, second!, 1)
          : admin.post(categories.path, { slug: `new${round}`, name: NAME, parent_id: lowest!.id }),
      );
      expect(answers.map(reasonOf).sort()).toEqual([expect.stringMatching(/^20[01]$/), '422 too_deep']);
      expect(Math.max(...(await levels()))).toBeLessThanOrEqual(MAX_CATEGORY_LEVELS);
      await queryAs(one.urls.superuserUrl, 'DELETE FROM content_categories WHERE app_id = $1', [appId]);
    }
  });

  it('move and rename the same ones without a deadlock that anybody hears of', async () => {
    const [a, b] = [await categories.create('a'), await categories.create('b')];
    for (let round = 0; round < ROUNDS; round++) {
      const known = await versions();
      const swap = (admin: AdminClient, { id }: CategoryData, slug: string, parent_id: string | null) =>
        admin.patch(`${categories.path}/${id}`, { slug, parent_id, lock_version: known.get(id) });
      const answers = await race(4, (admin, index) =>
        index < 2 ? swap(admin, a, 'b', null) : swap(admin, b, 'a', index === 2 ? a.id : null),
      );
      for (const answer of answers)
        expect(['409 RESOURCE.CONFLICT', '409 RESOURCE.VERSION_CONFLICT']).toContain(reasonOf(answer));
    }
  });

  it('create one of a slug', async () => {
    const answers = await race(WRITERS, (admin) => admin.post(categories.path, { slug: 'news', name: NAME }));
    expect(answers.map(reasonOf).sort()).toEqual(['201', ...Array<string>(WRITERS - 1).fill('409 RESOURCE.CONFLICT')]);
  });

  it('create no more than an App may have', async () => {
    await queryAs(
      one.urls.superuserUrl,
      `INSERT INTO content_categories (tenant_id, id, app_id, slug, name, sort_order, status)
       SELECT $1, gen_random_uuid(), $2, 'c' || n, '{"zh-CN":"类"}', 0, 'active' FROM generate_series(3, $3) AS n`,
      [one.tenantId, appId, MAX_CATEGORIES],
    );
    const answers = await race(8, (admin, index) => admin.post(categories.path, { slug: `new${index}`, name: NAME }));
    expect(answers.map(reasonOf).sort()).toEqual([
      ...['201', '201'],
      ...Array<string>(6).fill('409 CONTENT.CATEGORY.TOO_MANY'),
    ]);
    expect((await categories.list()).total).toBe(MAX_CATEGORIES);
  });

  it('delete one, or put another one into it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await categories.create(`top${round}`);
      const [deleted, created] = await race<Answer>(2, (admin, index) =>
        index === 0
          ? admin.delete(`${categories.path}/${id}?lock_version=1`)
          : admin.post(categories.path, { slug: `below${round}`, name: NAME, parent_id: id }),
      );
      expect([
        ['200', '422 unknown_category'],
        ['409 CONTENT.CATEGORY.IN_USE', '201'],
      ]).toContainEqual([reasonOf(deleted!), reasonOf(created!)]);
    }
  });

  it('delete one, or put an article into it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await categories.create(`c${round}`);
      const [deleted, ...articles] = await Promise.all([
        admins[0]!.delete(`${categories.path}/${id}?lock_version=1`),
        ...[one, two, one].map(async ({ database, tenantId }) => {
          // As a service does: other statements of its transaction come before and after.
          const work = async () => {
            await database.query(INSERT_ARTICLE, [newId(), tenantId, appId, id]);
            await database.query('SELECT 1');
          };
          return database.run(tenantId, work).then(
            () => 'written',
            (error: unknown) => (error instanceof DomainError ? error.definition.code : String(error)),
          );
        }),
      ]);
      const outcome = `${reasonOf(deleted)}: ${[...new Set(articles)].sort().join(', ')}`;
      expect(['200: RESOURCE.CONFLICT', '409 CONTENT.CATEGORY.IN_USE: written']).toContain(outcome);
    }
  });

  it('do not delete one into which an article is just being put', async () => {
    const { id } = await categories.create('news');
    const request = await one.database.run(one.tenantId, async () => {
      await one.database.query(INSERT_ARTICLE, [newId(), one.tenantId, appId, id]);
      const deletion = admins[1]!.delete(`${categories.path}/${id}?lock_version=1`).then((answer) => answer);
      await eventually(async () => {
        const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return (await queryAs(one.urls.superuserUrl, waiting)).length > 0;
      });
      return { deletion };
    });
    expect(reasonOf(await request.deletion)).toBe('409 CONTENT.CATEGORY.IN_USE');
    expect(await categories.read(id)).toMatchObject({ article_count: 1 });
  });
});
