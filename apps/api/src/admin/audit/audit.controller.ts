import { Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';
import { AuditChain, AuditLogs, type ToldRecord } from '@libs/audit';
import type { AdminSession } from '@libs/iam';
import { AuditTrail, type SupportedLocale, Transactions, ValidationFailedError } from '@libs/kernel';
import { KeepsToApps, RequiresPermission, Records } from '../../auth/admin-access';
import { DownloadableByLink, MadeLinks } from '../../auth/download-links';
import { Answers, Raises } from '../../http/answers/answers';
import { TakesQuery } from '../../http/fields/known-parameters.interceptor';
import { IgnoresIdempotencyKey } from '../../idempotency/idempotency.interceptor';
import { AnswerLocale, CurrentAdmin } from '../../surfaces/parameters';
import type { ApiRequest } from '../../http/request/request';
import { RangeNotSatisfiableError } from '../../http/request/request-errors';
import { AnswersExport, StreamedExports } from '../../http/answers/streamed-export';
import { AdminController } from '../../surfaces/surfaces';
import { ABOUT_LINKS, AdminDownloadLinkResponse } from '../common/download-links.dto';
import {
  AuditDownloadQuery,
  auditFilterOf,
  AuditExportQuery,
  AuditLogListResponse,
  AuditLogQuery,
  AuditLogResponse,
  AuditVerificationResponse,
} from './audit.dto';

const COLUMNS = {
  seq: ({ seq }: ToldRecord) => seq,
  occurred_at: (record: ToldRecord) => record.occurred_at,
  actor_type: ({ actor }: ToldRecord) => actor.type,
  actor_id: ({ actor }: ToldRecord) => actor.id,
  actor_display: ({ actor }: ToldRecord) => actor.display,
  action: ({ action }: ToldRecord) => action,
  method: ({ method }: ToldRecord) => method,
  route: ({ route }: ToldRecord) => route,
  resource_type: (record: ToldRecord) => record.resource_type,
  resource_id: (record: ToldRecord) => record.resource_id,
  app_id: (record: ToldRecord) => record.app_id,
  changes: ({ changes }: ToldRecord) => JSON.stringify(changes),
  ip: ({ ip }: ToldRecord) => ip,
  user_agent: (record: ToldRecord) => record.user_agent,
  request_id: (record: ToldRecord) => record.request_id,
  outcome: ({ outcome }: ToldRecord) => outcome,
  prev_hash: (record: ToldRecord) => record.prev_hash,
  hash: ({ hash }: ToldRecord) => hash,
  changes_omitted: (record: ToldRecord) => record.changes_omitted && JSON.stringify(record.changes_omitted),
  changes_truncated: (record: ToldRecord) => record.changes_truncated,
  reason: ({ reason }: ToldRecord) => reason,
};

@AdminController('audit', 'Audit')
@Records('audit_log')
export class AuditController {
  constructor(
    private readonly logs: AuditLogs,
    private readonly chain: AuditChain,
    private readonly exports: StreamedExports,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
    private readonly links: MadeLinks,
  ) {}

  @Get('logs')
  @KeepsToApps()
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
    @AnswerLocale() locale: SupportedLocale,
  ) {
    const found = await this.logs.list(admin.tenantId, auditFilterOf(query, admin), query.in(locale));
    return new AuditLogListResponse(query, found);
  }

  @Get('logs/export')
  @DownloadableByLink()
  @KeepsToApps()
  @RequiresPermission('audit.export')
  @ApiOperation({
    summary: 'Export the audit log',
    description: 'Streams all records, newest first. The filters are those of the list.',
  })
  @AnswersExport('One record per line')
  @Raises(RangeNotSatisfiableError, ValidationFailedError)
  async exportAuditLogs(
    @CurrentAdmin() admin: AdminSession,
    @Query() query: AuditDownloadQuery,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    await this.exports.send(request, response, admin.tenantId, query.format, {
      name: 'audit-logs',
      columns: COLUMNS,
      toJson: (record: ToldRecord) => new AuditLogResponse(record),
      batches: this.logs.stream(admin.tenantId, auditFilterOf(query, admin)),
    });
  }

  @Post('logs/export/download-link')
  // Each link is good by itself, and its token is kept nowhere.
  @IgnoresIdempotencyKey()
  @KeepsToApps()
  @TakesQuery()
  @RequiresPermission('audit.export')
  @ApiOperation({
    summary: 'Make a link to the export of the audit log',
    description: `Takes the query of the export. ${ABOUT_LINKS}`,
  })
  @Answers(AdminDownloadLinkResponse)
  @Raises(ValidationFailedError)
  async createAuditLogExportLink(@Query() _: AuditExportQuery, @Req() request: ApiRequest) {
    return new AdminDownloadLinkResponse(
      await this.links.create(request, { resourceType: 'audit_log', resourceId: null }),
    );
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
  async verifyAuditLogs(@CurrentAdmin() { tenantId }: AdminSession) {
    const found = await this.chain.verify(tenantId);
    // The result is itself recorded.
    await this.transactions.run(tenantId, () => {
      this.trail.record({ resourceType: 'audit_log', resourceId: null, before: null, after: found });
      return Promise.resolve();
    });
    return new AuditVerificationResponse(found);
  }
}
