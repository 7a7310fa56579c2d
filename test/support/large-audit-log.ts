import { randomBytes } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { changesIn } from '../../libs/audit/src/domain/recorded-changes';
import { entryOf } from '../../libs/audit/src/domain/audit-record';
import { anAudit, aRequest, changesBetween } from './audit';
import type { TestDatabase } from './database';

const FIELDS = 980;

/** The name of the fields is long, so that each change repeats it: what a body of 15 KB can do. */
const document = () => ({
  ['config_'.repeat(40)]: Object.fromEntries(
    Array.from({ length: FIELDS }, (_, place) => [`f${place}`, randomBytes(4).toString('hex')]),
  ),
});
/** As much as a record has room for. */
const texts = () =>
  Object.fromEntries(Array.from({ length: 100 }, (_, place) => [`f${place}`, randomBytes(240).toString('hex')]));

/** @param old how many of them are as before records had a bound, some 350 KB each. The others take nearly 64 KiB. */
export async function fillAuditLog(
  on: Pick<TestDatabase, 'database'>,
  tenantId: string,
  { records, old }: { readonly records: number; readonly old: number },
): Promise<void> {
  const { writer } = anAudit(on);
  const unbounded = { changes: changesBetween(document(), document()) };
  const bounded = await changesIn([{ before: null, after: texts() }]);
  const result = { outcome: 'success', resourceType: 'app', resourceId: null, appId: null } as const;
  for (let written = 0; written < records; written += 20) {
    await on.database.run(tenantId, async () => {
      for (let place = written; place < Math.min(written + 20, records); place++) {
        await writer.append(entryOf(aRequest(tenantId), { ...result, ...(place < old ? unbounded : bounded) }));
      }
    });
  }
}

/** What became of an export. */
export interface ExportOutcome {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly records: number;
  readonly bytes: number;
}

export async function openExport(url: string, token: string, query: string): Promise<IncomingMessage> {
  const headers = { Authorization: `Bearer ${token}` };
  const request = get(`${url}/admin-api/v1/audit/logs/export?${query}`, { agent: false, headers });
  return ((await once(request, 'response')) as [IncomingMessage])[0];
}

/** Reads an export to its end, or until it has so many bytes. */
export async function readExport(response: IncomingMessage, enough = Infinity): Promise<ExportOutcome> {
  let [records, bytes] = [0, 0];
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) records++;
    if (bytes >= enough) break;
  }
  return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], records, bytes };
}
