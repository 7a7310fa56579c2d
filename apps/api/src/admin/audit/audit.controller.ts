import { Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';
import { AuditChain, AuditLogs, type AuditRecord } from '@libs/audit';
import type { AdminSession } from '@libs/iam';
import { AuditTrail, DependencyUnavailableError, Transactions, ValidationFailedError } from '@libs/kernel';
import { RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { IgnoresIdempotencyKey } from '../../idempotency/idempotency.interceptor';
import { CurrentAdmin } from '../../surfaces/parameters';
import type { ApiRequest } from '../../http/request/request';
import { AnswersExport, sendExport } from '../../http/answers/streamed-export';
import { AdminController } from '../../surfaces/surfaces';
import {
  auditFilterOf,
  AuditExportQuery,
  AuditLogListResponse,
  AuditLogQuery,
  AuditLogResponse,
  AuditVerificationResponse,
} from './audit.dto';

const COLUMNS = {
  seq: ({ seq }: AuditRecord) => seq,
  occurred_at: (record: AuditRecord) => record.occurred_at,
  actor_type: ({ actor }: AuditRecord) => actor.type,
  actor_id: ({ actor }: AuditRecord) => actor.id,
  actor_display: ({ actor }: AuditRecord) => actor.display,
  action: ({ action }: AuditRecord) => action,
  method: ({ method }: AuditRecord) => method,
  route: ({ route }: AuditRecord) => route,
  resource_type: (record: AuditRecord) => record.resource_type,
  resource_id: (record: AuditRecord) => record.resource_id,
  app_id: (record: AuditRecord) => record.app_id,
  changes: ({ changes }: AuditRecord) => JSON.stringify(changes),
  ip: ({ ip }: AuditRecord) => ip,
  user_agent: (record: AuditRecord) => record.user_agent,
  request_id: (record: AuditRecord) => record.request_id,
  outcome: ({ outcome }: AuditRecord) => outcome,
  prev_hash: (record: AuditRecord) => record.prev_hash,
  hash: ({ hash }: AuditRecord) => hash,
};

@AdminController('audit', 'Audit')
@Raises(DependencyUnavailableError)
export class AuditController {
  constructor(
    private readonly logs: AuditLogs,
    private readonly chain: AuditChain,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
  ) {}

  @Get('logs')
  @RequiresPermission('audit.read')
  @ApiOperation({
    summary: 'List the records of the audit log',
    description: 'Newest first. A record must match every filter.',
  })
  @Answers(AuditLogListResponse)
  @Raises(ValidationFailedError)
  async listAuditLogs(
    @CurrentAdmin() admin: AdminSession,
    @Query() query: AuditLogQuery,
  ): Promise<AuditLogListResponse> {
    const page = { page: query.page, pageSize: query.page_size };
    return new AuditLogListResponse(query, await this.logs.list(admin.tenantId, auditFilterOf(query), page));
  }

  @Get('logs/export')
  @RequiresPermission('audit.export')
  @ApiOperation({
    summary: 'Export the audit log',
    description: 'Streams all records, newest first. Takes the filters of the list.',
  })
  @AnswersExport('One record per line')
  @Raises(ValidationFailedError)
  async exportAuditLogs(
    @CurrentAdmin() admin: AdminSession,
    @Query() query: AuditExportQuery,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    await sendExport(request, response, query.format, {
      name: 'audit-logs',
      columns: COLUMNS,
      toJson: (record: AuditRecord) => new AuditLogResponse(record),
      batches: this.logs.stream(admin.tenantId, auditFilterOf(query)),
    });
  }

  // Changes nothing, and is to tell what is true now.
  @Post('verify')
  @IgnoresIdempotencyKey()
  @RequiresPermission('audit.verify')
  @ApiOperation({
    summary: 'Verify the hash chain of the audit log',
    description: 'Detects records that were changed, removed or inserted, and a chain that was rewritten as a whole.',
  })
  @Answers(AuditVerificationResponse)
  async verifyAuditLogs(@CurrentAdmin() { tenantId }: AdminSession): Promise<AuditVerificationResponse> {
    const found = await this.chain.verify(tenantId);
    // The result is itself recorded.
    await this.transactions.run(tenantId, () => {
      this.trail.record({ resourceType: 'audit_log', resourceId: null, before: null, after: found });
      return Promise.resolve();
    });
    return new AuditVerificationResponse(found);
  }
}
