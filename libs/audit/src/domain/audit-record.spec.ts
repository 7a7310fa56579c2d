import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { type AuditRecord, entryOf, GENESIS_HASH, recordHash } from './audit-record';
import type { AuditedRequest } from './audited-request';
import { anyText } from '../../../../test/support/any-text';
import { canonicalHash } from '../../../../test/support/canonical-json';

const RECORD: AuditRecord = {
  id: '01980000-0000-7000-8000-000000000001',
  tenant_id: '01980000-0000-7000-8000-000000000002',
  seq: 12,
  occurred_at: '2026-02-03T04:05:06.007Z',
  actor: { type: 'user', id: '01980000-0000-7000-8000-000000000003', display: '管理员 "A"' },
  action: 'apps.write',
  method: 'PATCH',
  route: '/admin-api/v1/apps/{app_id}',
  resource_type: 'app',
  resource_id: '01980000-0000-7000-8000-000000000004',
  app_id: null,
  changes: [{ path: 'name', before: 'a', after: { 'en-US': 'b', z: 1e21 } }],
  changes_omitted: null,
  ip: '2001:db8::1',
  user_agent: null,
  request_id: 'r-1',
  reason: null,
  outcome: 'success',
  prev_hash: GENESIS_HASH,
  hash: '',
};

/** Canonical JSON written by hand. */
const CANONICAL =
  '{"action":"apps.write","actor":{"display":"管理员 \\"A\\"","id":"01980000-0000-7000-8000-000000000003","type":"user"},' +
  '"app_id":null,"changes":[{"after":{"en-US":"b","z":1e+21},"before":"a","path":"name"}],' +
  '"id":"01980000-0000-7000-8000-000000000001","ip":"2001:db8::1","method":"PATCH",' +
  '"occurred_at":"2026-02-03T04:05:06.007Z","outcome":"success",' +
  `"prev_hash":"${'0'.repeat(64)}","request_id":"r-1","resource_id":"01980000-0000-7000-8000-000000000004",` +
  '"resource_type":"app","route":"/admin-api/v1/apps/{app_id}","seq":12,' +
  '"tenant_id":"01980000-0000-7000-8000-000000000002","user_agent":null}';

describe('The hash of a record', () => {
  it('is SHA-256, in hex, of the canonical JSON (RFC 8785)', () => {
    expect(recordHash(RECORD)).toBe(createHash('sha256').update(CANONICAL, 'utf8').digest('hex'));
  });

  it('does not depend on the order of keys, nor on the hash itself', () => {
    const reversed = Object.fromEntries(Object.entries(RECORD).reverse()) as unknown as AuditRecord;
    expect(recordHash({ ...reversed, hash: 'f'.repeat(64) } as AuditRecord)).toBe(recordHash(RECORD));
  });

  it('covers what was left out, where anything was', () => {
    const content = { ...RECORD, changes_omitted: { count: 3, sha256: 'a'.repeat(64) } };
    const { hash: _hash, reason: _reason, ...covered } = content;
    expect(recordHash(content)).toBe(canonicalHash(covered));
    const large = {
      ...covered,
      reason: null,
      changes: Array.from({ length: 500 }, (_, at) => ({ path: `p${at}`, before: at, after: null })),
    };
    const { reason: _none, ...ofLarge } = large;
    expect(recordHash(large)).toBe(canonicalHash(ofLarge));
    expect(recordHash({ ...covered, reason: null, changes: { 0: 'no list' } as never })).toBe(
      canonicalHash({ ...covered, changes: { 0: 'no list' } }),
    );
  });

  it('covers the reason, where one was given', () => {
    const content = { ...RECORD, reason: 'No longer offered' };
    const { hash: _hash, changes_omitted: _omitted, ...covered } = content;
    expect(recordHash(content)).toBe(canonicalHash(covered));
  });

  it('differs when any field differs', () => {
    const changes: Partial<AuditRecord>[] = [
      { id: RECORD.tenant_id },
      { tenant_id: RECORD.id },
      { seq: 13 },
      { occurred_at: '2026-02-03T04:05:06.008Z' },
      { actor: { ...RECORD.actor, type: 'system' } },
      { actor: { ...RECORD.actor, id: null } },
      { actor: { ...RECORD.actor, display: '' } },
      { action: 'apps.delete' },
      { method: 'DELETE' },
      { route: '/' },
      { resource_type: null },
      { resource_id: null },
      { app_id: RECORD.id },
      { changes: [] },
      { changes_omitted: { count: 1, sha256: null } },
      { reason: '' },
      { ip: null },
      { user_agent: '' },
      { request_id: 'r-2' },
      { outcome: 'denied' },
      { prev_hash: 'f'.repeat(64) },
    ];
    const hashes = changes.map((change) => recordHash({ ...RECORD, ...change }));
    expect(new Set([recordHash(RECORD), ...hashes]).size).toBe(changes.length + 1);
    const fields = new Set(changes.flatMap((change) => Object.keys(change)));
    expect([...fields, 'hash'].sort()).toEqual(Object.keys(RECORD).sort());
  });
});

describe('An entry', () => {
  const request: AuditedRequest = {
    tenantId: RECORD.tenant_id.toUpperCase(),
    actor: { ...RECORD.actor, id: '0198ABCD-0000-7000-8000-000000000003' },
    action: 'apps.write',
    method: 'PATCH',
    route: '/admin-api/v1/apps/{app_id}',
    appId: null,
    resourceId: null,
    ip: null,
    userAgent: null,
    requestId: 'r',
    reason: null,
  };
  const result = { outcome: 'failure', resourceType: null, resourceId: null, appId: null, changes: [] } as const;

  it('writes ids as the database does, and leaves out invalid ones', () => {
    const appId = '0198ABCD-0000-7000-8000-000000000009';
    const entry = entryOf(request, { ...result, appId });
    expect(entry.tenant_id).toBe(RECORD.tenant_id);
    expect(entry.actor.id).toBe('0198abcd-0000-7000-8000-000000000003');
    expect(entry.app_id).toBe(appId.toLowerCase());
    expect(entryOf(request, { ...result, appId: "1' OR 1=1" }).app_id).toBeNull();
  });

  it('has the reason where something was changed, alone', () => {
    const asked = { ...request, reason: 'No longer offered' };
    expect(entryOf(asked, result).reason).toBeNull();
    expect(entryOf(asked, { ...result, outcome: 'success', resourceType: 'app' }).reason).toBe('No longer offered');
  });

  it('never exceeds the limits of an index, whatever a client sends', () => {
    const hostile = anyText({ minLength: 400, maxLength: 9_000 });
    fc.assert(
      fc.property(hostile, (text) => {
        const entry = entryOf(
          { ...request, userAgent: text, requestId: text, ip: text },
          { ...result, resourceId: text, resourceType: text },
        );
        expect(JSON.stringify(entry).length).toBeLessThan(10_000);
        for (const kept of [entry.user_agent, entry.request_id, entry.ip, entry.resource_id, entry.resource_type]) {
          expect(kept?.isWellFormed()).toBe(true);
          expect(kept).not.toContain('\0');
        }
      }),
    );
  });
});
