import { Secrets } from '@libs/foundation';
import { RequestAudit } from '../../libs/audit/src/application/request-audit';
import type { AuditedRequest } from '../../libs/audit/src/domain/audited-request';
import { type FieldChange, differences } from '../../libs/audit/src/domain/field-changes';
import { LogTurns } from '../../libs/audit/src/infrastructure/audit-batches';
import { AuditChain } from '../../libs/audit/src/infrastructure/audit-chain';
import { AuditLogs, type ToldRecord } from '../../libs/audit/src/infrastructure/audit-logs';
import { AuditRedactions } from '../../libs/audit/src/infrastructure/audit-redactions';
import { AuditWriter } from '../../libs/audit/src/infrastructure/audit-writer';
import { ChainSeals } from '../../libs/audit/src/infrastructure/chain-seals';
import { silent, type TestDatabase } from './database';

export interface TestAudit {
  readonly audit: RequestAudit;
  readonly writer: AuditWriter;
  readonly chain: AuditChain;
  readonly logs: AuditLogs;
  readonly redactions: AuditRedactions;
}

export const ACTOR = {
  type: 'user',
  id: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903',
  display: 'admin@example.com',
} as const;

/** The audit of one process, with the ids of its keys, newest first. */
export function anAudit({ database }: Pick<TestDatabase, 'database'>, keyIds: readonly string[] = ['k1']): TestAudit {
  const seals = new ChainSeals(new Secrets(keyIds.map((id) => ({ id, bytes: Buffer.alloc(32, id) }))));
  const turns = new LogTurns();
  const redactions = new AuditRedactions(database, seals, turns);
  const writer = new AuditWriter(database, seals, silent);
  return {
    audit: new RequestAudit(database, writer, silent),
    writer,
    chain: new AuditChain(database, seals, redactions, turns),
    logs: new AuditLogs(database, turns),
    redactions,
  };
}

export function aRequest(tenantId: string, request: Partial<AuditedRequest> = {}): AuditedRequest {
  return {
    tenantId,
    actor: ACTOR,
    action: 'apps.write',
    method: 'PATCH',
    route: '/admin-api/v1/apps/{app_id}',
    appId: null,
    resourceId: null,
    ip: '192.0.2.1',
    userAgent: 'Browser/1.0',
    requestId: 'request-1',
    reason: null,
    ...request,
  };
}

/** Everything in the log of a tenant, oldest first. */
export async function recordsOf({ logs }: TestAudit, tenantId: string): Promise<ToldRecord[]> {
  const records: ToldRecord[] = [];
  for await (const batch of logs.stream(tenantId, {})) records.push(...batch);
  return records.reverse();
}

/** All differences, however many. */
export function changesBetween(before: object | null, after: object | null): FieldChange[] {
  return [...differences(before, after)].filter((found) => typeof found !== 'number');
}
