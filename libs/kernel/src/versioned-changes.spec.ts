import type { AuditedChange, AuditTrail } from './audit-trail';
import { VersionConflictError } from './common-errors';
import { VersionedChanges } from './versioned-changes';

interface Shelf {
  readonly id: string;
  readonly appId: string | null;
  readonly lockVersion: number;
  readonly updatedAt: Date;
  readonly updatedBy: string | null;
  width: number;
}

describe('A change of a versioned resource', () => {
  let saved: number[];
  let recorded: AuditedChange[];
  let shelf: Shelf;
  let changes: VersionedChanges<Shelf, { width: number; secret: string }>;
  const widen = () => {
    shelf.width = 2;
  };

  beforeEach(() => {
    [saved, recorded] = [[], []];
    shelf = { id: 'shelf', appId: 'app', lockVersion: 3, updatedAt: new Date(0), updatedBy: 'ann', width: 1 };
    const audit: AuditTrail = { record: (change) => recorded.push(change) };
    changes = new VersionedChanges(audit, {
      type: 'shelf',
      save: ({ width }) => Promise.resolve(void saved.push(width)),
      see: ({ width }) => ({ width, secret: 'seen' }),
      record: ({ width }) => ({ width }),
    });
  });

  it('is recorded as it was before and is afterwards, once it is saved', async () => {
    expect(await changes.change(shelf, 3, widen)).toEqual({ width: 2, secret: 'seen' });
    expect(saved).toEqual([2]);
    expect(recorded).toEqual([
      { resourceType: 'shelf', resourceId: 'shelf', appId: 'app', before: { width: 1 }, after: { width: 2 } },
    ]);
  });

  it('neither happens nor is recorded for another version', async () => {
    await expect(changes.change(shelf, 2, widen)).rejects.toThrow(VersionConflictError);
    await expect(changes.delete(shelf, 4, widen)).rejects.toThrow(VersionConflictError);
    expect({ shelf, saved, recorded }).toMatchObject({ shelf: { width: 1 }, saved: [], recorded: [] });
  });

  it('asks for no version where there is none', async () => {
    await changes.change(shelf, null, widen);
    expect(saved).toEqual([2]);
  });

  it('leaves no record when its work fails', async () => {
    const fail = () => Promise.reject(new Error('In use'));
    await expect(changes.change(shelf, 3, fail)).rejects.toThrow('In use');
    await expect(changes.delete(shelf, 3, fail)).rejects.toThrow('In use');
    expect({ saved, recorded }).toEqual({ saved: [], recorded: [] });
  });

  it('is recorded with nothing before an addition, and nothing after a deletion', async () => {
    await changes.added(shelf);
    await changes.delete(shelf, 3, () => undefined);
    expect(recorded.map(({ before, after }) => ({ before, after }))).toEqual([
      { before: null, after: { width: 1 } },
      { before: { width: 1 }, after: null },
    ]);
  });

  it('is recorded under the name of what it is, where resources of one kind have several', () => {
    const audit: AuditTrail = { record: (change) => recorded.push(change) };
    const named = new VersionedChanges(audit, {
      type: ({ width }: Shelf) => (width > 1 ? 'wide_shelf' : 'shelf'),
      save: () => Promise.resolve(),
      see: (seen) => seen,
      record: () => ({}),
    });
    named.record(shelf, null, {});
    widen();
    named.record(shelf, null, {});
    expect(recorded.map(({ resourceType }) => resourceType)).toEqual(['shelf', 'wide_shelf']);
  });
});
