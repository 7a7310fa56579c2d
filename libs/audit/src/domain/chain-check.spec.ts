import fc from 'fast-check';
import { type AuditRecord, GENESIS_HASH, recordHash } from './audit-record';
import { ChainCheck } from './chain-check';

const LENGTH = 8;

describe('The check of a chain', () => {
  it('finds nothing in one that is right', () => {
    expect(firstBroken(aChain())).toBeNull();
  });

  it('names the record that was changed', () => {
    const field = fc.constantFrom<Partial<AuditRecord>>(
      { action: 'apps.delete' },
      { changes: [] },
      { outcome: 'denied' },
      { occurred_at: '2026-01-01T00:00:00.001Z' },
      { prev_hash: 'f'.repeat(64) },
      { hash: 'f'.repeat(64) },
    );
    fc.assert(
      fc.property(anIndex(), field, (index, change) => {
        expect(firstBroken(aChain().with(index, { ...aChain()[index]!, ...change }))).toBe(index + 1);
      }),
    );
  });

  it('names the record that was changed together with its hash, since its successor has the old hash', () => {
    fc.assert(
      fc.property(anIndex(LENGTH - 1), (index) => {
        const forged = sealed({ ...aChain()[index]!, action: 'apps.delete' });
        expect(firstBroken(aChain().with(index, forged))).toBe(index + 1);
      }),
    );
  });

  it('names the first record that is missing', () => {
    fc.assert(
      fc.property(anIndex(LENGTH - 1), fc.integer({ min: 1, max: LENGTH }), (index, count) => {
        const cut = aChain().toSpliced(index, Math.min(count, LENGTH - 1 - index));
        expect(firstBroken(cut)).toBe(cut.length === LENGTH ? null : index + 1);
      }),
    );
  });

  it('names the position of an inserted record, with the others moved up', () => {
    fc.assert(
      fc.property(anIndex(), (index) => {
        const [before, after] = [aChain().slice(0, index), aChain().slice(index)];
        const inserted = sealed({ ...aChain()[index]!, request_id: 'inserted' });
        const moved = after.map((record) => ({ ...record, seq: record.seq + 1 }));
        expect(firstBroken([...before, inserted, ...moved])).toBeGreaterThanOrEqual(index + 1);
        expect(firstBroken([...before, inserted, ...moved])).toBeLessThanOrEqual(index + 2);
      }),
    );
  });

  it('counts the records that were right so far', () => {
    const check = new ChainCheck();
    const [first, , third] = aChain();
    expect([check.add(first!), check.add(third!), check.checked, check.hash]).toEqual([null, 2, 1, first!.hash]);
  });
});

function anIndex(length = LENGTH): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: length - 1 });
}

function firstBroken(records: readonly AuditRecord[]): number | null {
  const check = new ChainCheck();
  for (const record of records) {
    const broken = check.add(record);
    if (broken !== null) return broken;
  }
  return null;
}

function aChain(): AuditRecord[] {
  const chain: AuditRecord[] = [];
  for (let seq = 1; seq <= LENGTH; seq++) {
    chain.push(
      sealed({
        id: `01980000-0000-7000-8000-00000000000${seq}`,
        tenant_id: '01980000-0000-7000-8000-0000000000ff',
        seq,
        occurred_at: '2026-01-01T00:00:00.000Z',
        actor: { type: 'system', id: null, display: 'system' },
        action: 'apps.write',
        method: 'PATCH',
        route: '/apps/{app_id}',
        resource_type: 'app',
        resource_id: String(seq),
        app_id: null,
        changes: [{ path: 'name', before: null, after: seq }],
        changes_omitted: null,
        ip: null,
        user_agent: null,
        request_id: `r-${seq}`,
        reason: null,
        outcome: 'success',
        prev_hash: chain.at(-1)?.hash ?? GENESIS_HASH,
        hash: '',
      }),
    );
  }
  return chain;
}

function sealed(record: AuditRecord): AuditRecord {
  return { ...record, hash: recordHash(record) };
}
