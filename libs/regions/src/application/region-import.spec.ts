import type { Transactions } from '@libs/kernel';
import type { RegionDataset, RegionDiff } from '../domain/region';
import type { RegionRepository } from '../domain/region.repository';
import type { RegionSource } from '../domain/region-source';
import { RegionImport } from './region-import';

const NOTHING: RegionDiff = { added: [], renamed: [], moved: [], retired: [], unchanged: 0 };

class FakeRepository implements RegionRepository {
  readonly imported: string[] = [];
  /** What another process does while this one waits for the lock. */
  beforeLock = () => undefined as void;

  hasImported(version: string): Promise<boolean> {
    return Promise.resolve(this.imported.includes(version));
  }

  lockForImport(): Promise<void> {
    this.beforeLock();
    return Promise.resolve();
  }

  replaceWith({ version }: RegionDataset): Promise<RegionDiff> {
    this.imported.push(version);
    return Promise.resolve(NOTHING);
  }
}

function setup(version = 'v2') {
  const repository = new FakeRepository();
  let builds = 0;
  const trouble: { error?: Error } = {};
  const source: RegionSource = {
    identity: { version, source: 'test' },
    build: () => {
      builds += 1;
      if (trouble.error) return Promise.reject(trouble.error);
      return Promise.resolve({ version, source: 'test', regionsJson: Buffer.from('[]') });
    },
  };
  const transactions = { runAsSystem: <T>(work: () => Promise<T>) => work() } as Transactions;
  return { repository, trouble, builds: () => builds, regions: new RegionImport(transactions, repository, source) };
}

describe('RegionImport', () => {
  it('imports at start a data set that was never imported', async () => {
    const { regions, repository } = setup();
    expect(await regions.ensureImported()).toEqual(NOTHING);
    expect(repository.imported).toEqual(['v2']);
  });

  it('does not even build a data set that was imported before, although another one followed it', async () => {
    const { regions, repository, builds } = setup();
    repository.imported.push('v2', 'v3');
    expect(await regions.ensureImported()).toBeNull();
    expect(builds()).toBe(0);
    expect(repository.imported).toEqual(['v2', 'v3']);
  });

  it('builds it once, although the import is interrupted', async () => {
    const { regions, repository, builds } = setup();
    repository.beforeLock = () => {
      throw new Error('the connection is lost');
    };
    await expect(regions.ensureImported()).rejects.toThrow('the connection is lost');
    repository.beforeLock = () => undefined;
    expect(await regions.ensureImported()).toEqual(NOTHING);
    expect(repository.imported).toEqual(['v2']);
    expect(builds()).toBe(1);
  });

  it('does not build it a second time while it is being built', async () => {
    const { regions, builds } = setup();
    await Promise.all([regions.ensureImported(), regions.ensureImported()]);
    expect(builds()).toBe(1);
  });

  it('builds it again where building has failed', async () => {
    const { regions, trouble, builds } = setup();
    trouble.error = new Error('the process was killed');
    await expect(regions.ensureImported()).rejects.toThrow('the process was killed');
    delete trouble.error;
    expect(await regions.ensureImported()).toEqual(NOTHING);
    expect(builds()).toBe(2);
  });

  it('does nothing if another process has imported it meanwhile', async () => {
    const { regions, repository } = setup();
    repository.beforeLock = () => void repository.imported.push('v2');
    expect(await regions.ensureImported()).toBeNull();
    expect(repository.imported).toEqual(['v2']);
  });

  it('imports on request, whatever was imported before', async () => {
    const { regions, repository } = setup();
    repository.imported.push('v2', 'v3');
    expect(await regions.run()).toEqual(NOTHING);
    expect(repository.imported).toEqual(['v2', 'v3', 'v2']);
  });
});
