import { createHash } from 'node:crypto';
import { newId } from '@libs/kernel';
import { aRequest, changesBetween } from '../../../../test/support/audit';
import { canonicalJson } from '../../../../test/support/canonical-json';
import { entryOf } from './audit-record';
import type { FieldChange } from './field-changes';
import { MASK } from './recorded-json';
import { changesIn, MAX_CHANGES, MAX_RECORD_BYTES } from './recorded-changes';

const fields = (count: number, value: (place: number) => unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, place) => [`field_${place}`, value(place)]));
const digestOf = (changes: readonly FieldChange[]) =>
  createHash('sha256')
    .update(changes.map((change) => `${canonicalJson(change)}\n`).join(''))
    .digest('hex');

describe('The changes in a record', () => {
  it('are a hundred at most; of the others it has the number and the digest', async () => {
    const after = fields(MAX_CHANGES + 7, (place) => ({ 'en-US': `Text ${place}` }));
    const all = changesBetween(null, after);
    expect(await changesIn([{ before: null, after }])).toEqual({
      changes: all.slice(0, MAX_CHANGES),
      changesOmitted: { count: 7, sha256: digestOf(all.slice(MAX_CHANGES)) },
    });
    expect(await changesIn([{ before: null, after: fields(MAX_CHANGES, String) }])).toMatchObject({
      changesOmitted: null,
    });
  });

  it('of several resources are counted together, and nothing follows the first that is left out', async () => {
    const resource = { before: null, after: fields(30, (place) => 'x'.repeat(place === 3 ? 4_000 : 900)) };
    const all = changesBetween(null, resource.after);
    const { changes, changesOmitted } = await changesIn([resource, resource, resource]);
    const given = [...all, ...all, ...all];
    expect(changes).toEqual(given.slice(0, changes.length));
    expect(changes.length).toBeLessThan(60);
    expect(changesOmitted).toEqual({
      count: given.length - changes.length,
      sha256: digestOf(given.slice(changes.length)),
    });
  });

  it('have no secret, and neither has what the digest covers', async () => {
    const of = (secret: string) =>
      changesIn([{ before: null, after: fields(120, () => ({ password: secret, list: [{ token: secret }] })) }]);
    const one = await of('SECRET-1');
    expect(one.changesOmitted).toEqual((await of('SECRET-2')).changesOmitted);
    expect(one.changesOmitted?.sha256).toBe(
      digestOf(
        changesBetween(
          null,
          fields(120, () => ({ password: MASK, list: [{ token: MASK }] })),
        ).slice(MAX_CHANGES),
      ),
    );
    expect(JSON.stringify(one)).not.toContain('SECRET');
  });

  it.each([
    ['long names around many fields', { ['n'.repeat(9_000)]: { ['m'.repeat(3_000)]: fields(980, String) } }],
    ['control characters everywhere', fields(100, () => '\u0001'.repeat(600))],
    ['many values that just fit', fields(100, () => '界'.repeat(1_364))],
  ])('leave a record below its bound: %s', async (_case, after) => {
    const longest = '\u0001'.repeat(9_000);
    const request = aRequest(newId(), {
      actor: { type: 'user', id: newId(), display: longest },
      ...{ action: longest, method: longest, route: longest, appId: newId() },
      ...{ ip: longest, userAgent: longest, requestId: longest },
    });
    const result = { outcome: 'success', resourceType: longest, resourceId: longest, appId: newId() } as const;
    const entry = entryOf(request, { ...result, ...(await changesIn([{ before: null, after }])) });
    const place = { id: newId(), seq: Number.MAX_SAFE_INTEGER, occurred_at: new Date().toISOString() };
    const record = { ...place, ...entry, prev_hash: '0'.repeat(64), hash: '0'.repeat(64) };
    expect(Buffer.byteLength(JSON.stringify(record))).toBeLessThanOrEqual(MAX_RECORD_BYTES);
  });

  it.each<[string, object, object]>([
    ['a text of two megabytes', { body: 'x'.repeat(2 * 1024 ** 2) }, { body: '😀'.repeat(1024 ** 2) }],
    [
      'lists of a thousand objects',
      { items: Array.from({ length: 1_000 }, () => fields(5, () => 'x'.repeat(400))) },
      { items: Array.from({ length: 1_000 }, (_, place) => fields(5, () => (place === 999 ? 'y' : 'x'.repeat(400)))) },
    ],
  ])('are found in pieces between which others have the event loop: %s', async (_case, before, after) => {
    let turns = 0;
    let next = setImmediate(function turn() {
      turns++;
      next = setImmediate(turn);
    });
    const { changes } = await changesIn([{ before, after }]);
    clearImmediate(next);
    const [[field, old], [, now]] = [Object.entries(before)[0]!, Object.entries(after)[0]!] as const;
    const digest = (value: unknown) => {
      const json = Buffer.from(canonicalJson(value));
      return { sha256: createHash('sha256').update(json).digest('hex'), length: json.length };
    };
    expect(changes).toEqual([{ path: field, before: digest(old), after: digest(now) }]);
    // Each takes an eighth of a megabyte, and both values are read once.
    expect(turns).toBeGreaterThan(20);
  });
});
