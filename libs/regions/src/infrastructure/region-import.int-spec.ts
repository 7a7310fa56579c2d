import type { Database } from '@libs/foundation';
import { VersionConflictError } from '@libs/kernel';
import { isSoOnceAnnounced } from '../../../../test/support/api';
import { queryAs, silent } from '../../../../test/support/database';
import { suiteDatabase } from '../../../../test/support/suite';
import { RegionImport } from '../application/region-import';
import { RegionsService } from '../application/regions.service';
import type { DatasetRegion } from '../domain/region';
import { LiveRegionIndex } from './live-region-index';
import { ManagedRegions } from './managed-regions';
import { PostgresRegionRepository } from './postgres-region.repository';
import { RegionLoader } from './region-loader';

interface Row {
  status: string;
  names: unknown;
  parent_code: string | null;
  successor_codes: string[];
  dataset_version: string;
  lock_version: number;
  is_public: boolean;
  name_override: unknown;
}

function aRegion(code: string, parentCode: string | null, other: Partial<DatasetRegion> = {}): DatasetRegion {
  return {
    code,
    parentCode,
    level: parentCode === null ? 0 : 1,
    names: { 'zh-CN': `名${code}`, 'en-US': `Name ${code}` },
    pinyin: 'ming',
    initials: 'm',
    status: 'active',
    successorCodes: [],
    ...other,
  };
}

describe('Importing regions into PostgreSQL', () => {
  const testDatabase = suiteDatabase();
  let database: Database;

  beforeAll(() => {
    database = testDatabase.database;
  });

  const importer = (version: string, regions: readonly DatasetRegion[]) => {
    const identity = { version, source: 'test' };
    const regionsJson = Buffer.from(JSON.stringify(regions));
    const source = { identity, build: () => Promise.resolve({ ...identity, regionsJson }) };
    return new RegionImport(database, new PostgresRegionRepository(database), source);
  };
  const importAs = (version: string, ...regions: DatasetRegion[]) => importer(version, regions).run();

  const regionOf = async (code: string) => {
    const [row] = await database.readAsSystem<Row & { code: string }>('SELECT * FROM regions WHERE code = $1', [code]);
    return row;
  };

  const operatorSets = (code: string, assignments: string) =>
    database.runAsSystem(() => database.query(`UPDATE regions SET ${assignments} WHERE code = $1`, [code]));

  describe('another data set', () => {
    beforeEach(async () => {
      await queryAs(testDatabase.superuserUrl, 'TRUNCATE regions, region_datasets');
    });

    it('reports what it changed, and changes nothing else', async () => {
      expect(
        await importAs('v1', aRegion('A', null), aRegion('B', null), aRegion('A1', 'A'), aRegion('A2', 'A')),
      ).toEqual({
        added: ['A', 'A1', 'A2', 'B'],
        renamed: [],
        moved: [],
        retired: [],
        unchanged: 0,
      });
      const diff = await importAs(
        'v2',
        aRegion('A', null),
        aRegion('B', null, { names: { 'zh-CN': '新' } }),
        aRegion('A1', 'B'),
        aRegion('A3', 'A'),
      );
      expect(diff).toEqual({ added: ['A3'], renamed: ['B'], moved: ['A1'], retired: ['A2'], unchanged: 1 });
      expect(await regionOf('A')).toMatchObject({ lock_version: 1, dataset_version: 'v1' });
      expect(await regionOf('B')).toMatchObject({ lock_version: 2, dataset_version: 'v2', names: { 'zh-CN': '新' } });
      expect(await regionOf('A1')).toMatchObject({ lock_version: 2, parent_code: 'B' });
    });

    it('retires vanished regions, with the same name that appeared beside them as successor', async () => {
      const town = { names: { 'zh-CN': '向阳镇' } };
      await importAs('v1', aRegion('A', null), aRegion('A1', 'A', town), aRegion('A2', 'A'));
      await importAs('v2', aRegion('A', null), aRegion('A9', 'A', town));
      expect(await regionOf('A1')).toMatchObject({ status: 'retired', successor_codes: ['A9'], lock_version: 2 });
      expect(await regionOf('A2')).toMatchObject({ status: 'retired', successor_codes: [] });
      // Later imports leave retired regions alone.
      expect((await importAs('v3', aRegion('A', null), aRegion('A9', 'A', town))).retired).toEqual([]);
      expect(await regionOf('A1')).toMatchObject({ lock_version: 2, successor_codes: ['A9'] });
    });

    it('reactivates regions that came back', async () => {
      await importAs('v1', aRegion('A', null), aRegion('A1', 'A'));
      await importAs('v2', aRegion('A', null));
      expect(await importAs('v3', aRegion('A', null), aRegion('A1', 'A'))).toMatchObject({
        added: ['A1'],
        unchanged: 1,
      });
      expect(await regionOf('A1')).toMatchObject({ status: 'active', successor_codes: [] });
    });

    it('may itself retire a region in favour of another', async () => {
      await importAs('v1', aRegion('A', null), aRegion('A1', 'A'));
      const retired = aRegion('A1', 'A', { status: 'retired', successorCodes: ['A'] });
      expect(await importAs('v2', aRegion('A', null), retired)).toMatchObject({ retired: ['A1'], unchanged: 1 });
      expect(await regionOf('A1')).toMatchObject({ status: 'retired', successor_codes: ['A'] });
    });

    it('keeps the decisions of operators', async () => {
      await importAs('v1', aRegion('A', null), aRegion('B', null));
      await operatorSets('A', `is_public = false, name_override = '{"en-US": "Mine"}'`);
      await importAs('v2', aRegion('A', null, { names: { 'zh-CN': '新' } }));
      await operatorSets('B', 'is_public = false');
      await importAs('v3', aRegion('A', null), aRegion('B', null));
      expect(await regionOf('A')).toMatchObject({ is_public: false, name_override: { 'en-US': 'Mine' } });
      expect(await regionOf('B')).toMatchObject({ is_public: false, status: 'active' });
    });

    it('keeps what administrators decide, who find it as the import left it', async () => {
      const managed = new ManagedRegions(database);
      const service = new RegionsService(database, managed, { record: () => undefined });
      await importAs('v1', aRegion('A', null), aRegion('A1', 'A'));
      await service.update('A1', 1, { nameOverride: { 'en-US': 'Mine' }, isPublic: false });
      const [renamed, gone] = [aRegion('A1', 'A', { names: { 'zh-CN': '新' } }), aRegion('A', null)];
      expect(await importAs('v2', gone, renamed)).toMatchObject({ renamed: ['A1'] });
      const decided = { nameOverride: { 'en-US': 'Mine' }, isPublic: false };
      expect(await managed.get('A1')).toMatchObject({ ...decided, names: { 'zh-CN': '新' }, lockVersion: 3 });
      await expect(service.update('A1', 2, { isPublic: true })).rejects.toThrow(VersionConflictError);
      await importAs('v3', gone);
      expect(await managed.get('A1')).toMatchObject({ ...decided, status: 'retired', lockVersion: 4 });
    });

    it('that contains an orphan is refused as a whole', async () => {
      await importAs('v1', aRegion('A', null));
      await expect(importAs('v2', aRegion('B', null), aRegion('C1', 'C'))).rejects.toThrow();
      expect(await regionOf('B')).toBeUndefined();
      expect(await regionOf('A')).toMatchObject({ status: 'active' });
      expect(await importer('v2', [aRegion('A', null)]).ensureImported()).toMatchObject({ unchanged: 1 });
    });

    it('is imported once by processes that start at the same time', async () => {
      const starts = Array.from({ length: 8 }, () => importer('v1', [aRegion('A', null)]).ensureImported());
      const diffs = await Promise.all(starts);
      expect(diffs.filter((diff) => diff !== null)).toEqual([
        { added: ['A'], renamed: [], moved: [], retired: [], unchanged: 0 },
      ]);
    });

    it('is not reverted by a process of an older version', async () => {
      await importAs('v1', aRegion('A', null));
      await importAs('v2', aRegion('B', null));
      expect(await importer('v1', [aRegion('A', null)]).ensureImported()).toBeNull();
      expect(await regionOf('B')).toMatchObject({ status: 'active' });
    });

    it('does not enable the application to delete regions', async () => {
      await importAs('v1', aRegion('A', null));
      await expect(database.runAsSystem(() => database.query('DELETE FROM regions'))).rejects.toThrow(
        /permission denied/,
      );
    });

    it('reaches the index of every process, as do decisions of operators', async () => {
      const live = new LiveRegionIndex(new RegionLoader(database), testDatabase.changeFeed, silent);
      await importAs('v1', aRegion('A', null), aRegion('A1', 'A', { successorCodes: [] }));
      const first = await live.current();
      expect(first.dataset).toEqual({ version: 'v1', source: 'test' });
      expect(first.find('A1', 'en-US')).toEqual({
        code: 'A1',
        parentCode: 'A',
        level: 1,
        name: 'Name A1',
        fullName: 'Name A1, Name A',
        hasChildren: false,
        status: 'active',
        successorCodes: [],
      });
      await operatorSets('A', 'is_public = false');
      expect(await isSoOnceAnnounced(async () => (await live.current()).find('A1', 'en-US') === null)).toBe(true);
      await importAs('v2', aRegion('A', null), aRegion('B', null));
      expect(await isSoOnceAnnounced(async () => (await live.current()).find('B', 'en-US') !== null)).toBe(true);
      expect((await live.current()).dataset.version).toBe('v2');
      await live.beforeApplicationShutdown();
    });

    it('of more than one chunk is loaded completely', async () => {
      const many = Array.from({ length: 5_000 }, (_, number) => aRegion(`A${String(number).padStart(5, '0')}`, 'A'));
      await importAs('v1', aRegion('A', null), ...many);
      const index = await new RegionLoader(database).load(new AbortController().signal);
      const filter = { q: null, parentCode: 'A', level: null, locale: 'en-US' } as const;
      expect(index.list(filter, 1, null).total).toBe(5_000);
      expect(index.list({ ...filter, q: 'a04999' }, 1, null).items).toMatchObject([{ code: 'A04999' }]);
    });

    it('without any region makes an empty index', async () => {
      const index = await new RegionLoader(database).load(new AbortController().signal);
      expect(index.dataset).toEqual({ version: 'none', source: '' });
      expect(index.list({ q: null, parentCode: null, level: null, locale: 'zh-CN' }, 10, null).items).toEqual([]);
      expect(index.list({ q: 'a', parentCode: null, level: null, locale: 'zh-CN' }, 10, null).items).toEqual([]);
    });
  });
});
