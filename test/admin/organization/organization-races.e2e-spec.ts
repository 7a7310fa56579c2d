import { MAX_UNIT_LEVELS, MAX_UNITS } from '@libs/iam';
import fc from 'fast-check';
import { startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { rounds } from '../../support/rounds';
import { type AdminClient, anAdmin, asOwner } from '../support/admin';
import { organizationClient, type UnitData, UNITS } from '../support/organization';

const ROUNDS = rounds(25);

interface Answer {
  readonly status: number;
  readonly body: { readonly code?: string; readonly errors?: readonly { readonly code: string }[] };
}

describe('Many writers of the organization units of one tenant at once', () => {
  let one: TestApi;
  let two: TestApi;
  let admins: AdminClient[];
  let organization: ReturnType<typeof organizationClient>;

  beforeAll(async () => {
    one = await startTestApi();
    two = await startTestApi({}, one.urls);
    admins = [await asOwner(one), await asOwner(two)];
    organization = organizationClient(admins[0]!);
  });
  afterAll(async () => {
    await two.close();
    await one.close();
  });
  beforeEach(() => query('TRUNCATE organization_units CASCADE'));

  const query = (text: string, values: unknown[] = []) => queryAs(one.urls.superuserUrl, text, values);
  /** Sends the requests to both processes, all at the same time. */
  const race = <T>(count: number, send: (admin: AdminClient, index: number) => PromiseLike<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => send(admins[index % 2]!, index)));
  const reasonOf = ({ status, body }: Answer) => `${status} ${body.errors?.[0]?.code ?? body.code ?? ''}`.trim();
  const move = (admin: AdminClient, id: string, parent_id: string | null, lock_version: number) =>
    admin.post(`${UNITS}/${id}/move`, { parent_id, lock_version });
  const versions = async () =>
    new Map((await organization.list()).items.map(({ id, lock_version }) => [id, lock_version]));

  it('do not move two below each other: exactly one wins', async () => {
    const [a, b] = [await organization.create('a'), await organization.create('b')];
    for (let round = 0; round < ROUNDS; round++) {
      const known = await versions();
      const answers = await race<Answer & { body: { data?: unknown } }>(2, (admin, index) =>
        index === 0 ? move(admin, a.id, b.id, known.get(a.id)!) : move(admin, b.id, a.id, known.get(b.id)!),
      );
      expect(answers.map(reasonOf).sort()).toEqual(['200', '422 unit_below_itself']);
      const lower = answers.find(({ status }) => status === 200)!.body.data as UnitData;
      await organization.move(lower, null).expect(200);
    }
  });

  it('leave a tree of at most ten levels, whoever moves what', async () => {
    const SIZE = 8;
    const made: UnitData[] = [];
    for (let index = 0; index < SIZE; index++) made.push(await organization.create(`u${index}`));
    for (let round = 0; round < ROUNDS; round++) {
      const known = await versions();
      // Each below the next one, the last one below the first.
      const shift = 1 + (round % (SIZE - 1));
      const answers = await race(SIZE, (admin, index) =>
        move(admin, made[index]!.id, made[(index + shift) % SIZE]!.id, known.get(made[index]!.id)!),
      );
      const allowed = ['200', '422 unit_below_itself'];
      expect(answers.map(reasonOf).filter((reason) => !allowed.includes(reason))).toEqual([]);
      // A circle would be in no list.
      const { items, total } = await organization.list();
      expect([items.length, total]).toEqual([SIZE, SIZE]);
      expect(Math.max(...items.map(({ depth }) => depth))).toBeLessThanOrEqual(MAX_UNIT_LEVELS);
    }
  });

  it('move units as a model of the tree does, one move after the other', async () => {
    const SIZE = 12;
    const made: UnitData[] = [];
    for (let index = 0; index < SIZE; index++) made.push(await organization.create(`u${index}`));
    const place = fc.integer({ min: 0, max: SIZE - 1 });
    const steps = fc.sample(fc.tuple(place, fc.option(place)), rounds(200));
    const parents = new Map<string, string | null>(made.map(({ id }) => [id, null]));
    const depthOf = (tree: ReadonlyMap<string, string | null>, id: string) => {
      let depth = 1;
      for (let at = tree.get(id); at && depth <= SIZE; at = tree.get(at)) depth += 1;
      return depth;
    };
    const current = await versions();
    for (const [from, to] of steps) {
      const id = made[from]!.id;
      const parentId = to === null ? null : made[to]!.id;
      const next = new Map(parents).set(id, parentId);
      const isRight = made.every((unit) => depthOf(next, unit.id) <= MAX_UNIT_LEVELS);
      const { status } = await organization.move({ id, lock_version: current.get(id)! }, parentId);
      expect(status).toBe(isRight ? 200 : 422);
      if (!isRight) continue;
      parents.set(id, parentId);
      current.set(id, current.get(id)! + 1);
    }
    const { items } = await organization.list();
    expect(new Map(items.map(({ id, parent_id }) => [id, parent_id]))).toEqual(new Map(parents));
    expect(items.map(({ id, depth }) => [id, depth])).toEqual(items.map(({ id }) => [id, depthOf(parents, id)]));
  });

  it('create one of a name, and no more than a tenant may have', async () => {
    const named = await race(8, (admin) => admin.post(UNITS, { name: 'Sales' }));
    expect(named.map(reasonOf).sort()).toEqual(['201', ...Array<string>(7).fill('409 RESOURCE.CONFLICT')]);
    await query(
      `INSERT INTO organization_units (tenant_id, id, name)
       SELECT $1, gen_random_uuid(), 'u' || n FROM generate_series(4, $2) AS n`,
      [one.tenantId, MAX_UNITS],
    );
    const answers = await race(6, (admin, index) => admin.post(UNITS, { name: `new ${index}` }));
    expect(answers.map(reasonOf).sort()).toEqual([
      ...['201', '201'],
      ...Array<string>(4).fill('409 IAM.ORGANIZATION_UNIT.TOO_MANY'),
    ]);
    expect((await organization.list()).items.length).toBe(MAX_UNITS);
  });

  it('delete a unit, or put another or a member into it', async () => {
    const { userId } = await anAdmin(one, ['auditor']);
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await organization.create(`u${round}`);
      const [deleted, filled] = await race<Answer>(2, (admin, index) => {
        if (index === 0) return admin.delete(`${UNITS}/${id}?lock_version=1`);
        return round % 2 === 0
          ? admin.post(UNITS, { name: 'below', parent_id: id })
          : admin.put(`${UNITS}/${id}/members`, { user_ids: [userId] });
      });
      expect([
        ...['200: 422 unknown_unit', '200: 404 RESOURCE.NOT_FOUND'],
        ...['409 IAM.ORGANIZATION_UNIT.IN_USE: 201', '409 IAM.ORGANIZATION_UNIT.IN_USE: 200'],
      ]).toContain(`${reasonOf(deleted!)}: ${reasonOf(filled!)}`);
    }
  });

  it('erase a user, or put the user into a unit: nobody who was erased is left in one', async () => {
    const owner = admins[0]!;
    for (let round = 0; round < rounds(15); round++) {
      const { userId } = await anAdmin(one, ['auditor']);
      const { id } = await organization.create(`u${round}`, { manager_user_id: userId });
      const { lock_version } = (await owner.get(`users/${userId}`)).body.data as { lock_version: number };
      const [deleted, put, managed] = await race<Answer>(3, (admin, index) => {
        if (index === 0) return admin.delete(`users/${userId}?lock_version=${lock_version}`);
        return index === 1
          ? admin.put(`${UNITS}/${id}/members`, { user_ids: [userId] })
          : admin.post(UNITS, { name: `managed ${round}`, manager_user_id: userId });
      });
      expect(deleted!.status).toBe(200);
      expect(['200', '422 unknown_user']).toContain(reasonOf(put!));
      expect(['201', '422 unknown_user']).toContain(reasonOf(managed!));
      expect(
        await query(
          `SELECT user_id FROM organization_unit_members WHERE user_id = $1
           UNION ALL SELECT manager_user_id FROM organization_units WHERE manager_user_id = $1`,
          [userId],
        ),
      ).toEqual([]);
    }
  });

  it('replace the members: the last list holds, whole', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, async () => (await anAdmin(one, ['auditor'])).userId));
    const { id } = await organization.create('Sales');
    for (let round = 0; round < ROUNDS; round++) {
      const lists = [users.slice(0, 2), users.slice(1, 3), users.slice(2), [...users].reverse()];
      const answers = await race(lists.length, (admin, index) =>
        admin.put(`${UNITS}/${id}/members`, { user_ids: lists[index] }),
      );
      expect(answers.map(({ status }) => status)).toEqual(lists.map(() => 200));
      const left = (await organization.members(id)).items.map(({ user_id }) => user_id).sort();
      expect(lists.map((list) => [...list].sort())).toContainEqual(left);
    }
  });
});
