import { OmitType } from '@nestjs/swagger';
import {
  AUDIT_OUTCOMES,
  type AuditLogFilter,
  AuditLogs,
  type AuditOutcome,
  type ChainVerification,
  type ToldRecord,
} from '@libs/audit';
import type { LimitedToApps } from '@libs/iam';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { ANY_JSON } from '../../http/answers/answer-fields';
import { EXPORT_FORMATS, type ExportFormat } from '../../http/answers/streamed-export';
import { Instant, OneOf, Text, Uuid } from '../../http/fields/fields';
import { Ids, PAGE_FIELDS, type PageQuery, SearchQuery, Sort } from '../common/admin-requests.dto';
import { pageOf } from '../common/admin-responses.dto';
import { DownloadToken } from '../common/download-links.dto';

const OUTCOME = 'AuditOutcome';

/** Selects the records that meet all given conditions. */
export class AuditLogQuery extends SearchQuery {
  @Sort(AuditLogs.order)
  override readonly sort?: string;

  @Ids('records')
  override readonly ids?: string[];

  @Uuid({ optional: true })
  readonly actor_id?: string;

  @Text(
    { max: 100 },
    {
      optional: true,
      description: 'A permission, or an act on the administrator’s own account',
      example: 'apps.write',
    },
  )
  readonly action?: string;

  @Text({ max: 100 }, { optional: true, example: 'app' })
  readonly resource_type?: string;

  @Text({ max: 200 }, { optional: true })
  readonly resource_id?: string;

  @Uuid({ optional: true })
  readonly app_id?: string;

  @OneOf(OUTCOME, AUDIT_OUTCOMES, { optional: true })
  readonly outcome?: AuditOutcome;

  @Instant({ optional: true })
  readonly from?: string;

  @Instant({ optional: true, description: 'End of the period, exclusive' })
  readonly to?: string;
}

/** The filters of the list, without paging. */
export class AuditExportQuery extends OmitType(AuditLogQuery, PAGE_FIELDS) {
  @OneOf('ExportFormat', EXPORT_FORMATS, { optional: true, default: 'csv' })
  readonly format: ExportFormat = 'csv';
}

/** The same where a link may open the export. */
export class AuditDownloadQuery extends AuditExportQuery {
  @DownloadToken()
  readonly download_token?: string;
}

export function auditFilterOf(query: Omit<AuditLogQuery, keyof PageQuery>, { appIds }: LimitedToApps): AuditLogFilter {
  return {
    q: query.q,
    actorId: query.actor_id,
    action: query.action,
    resourceType: query.resource_type,
    resourceId: query.resource_id,
    appId: query.app_id,
    outcome: query.outcome,
    from: query.from === undefined ? undefined : new Date(query.from),
    to: query.to === undefined ? undefined : new Date(query.to),
    appIds: appIds ?? undefined,
  };
}

class AuditActorResponse extends answer({
  type: field.one('AuditActorType', ['user', 'api_client', 'system']),
  id: field.uuid().nullable().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903'),
  display: field.text().example('Lin'),
}) {}

class AuditChangeResponse extends answer({
  path: field.text().about('The field, with dots between an object and its fields').example('support.email'),
  before: field
    .schema<unknown>(ANY_JSON)
    .about('Previous value, any JSON; null if absent. Secrets are masked')
    .example(null),
  after: field
    .schema<unknown>(ANY_JSON)
    .about('New value, any JSON; null if absent. Secrets are masked')
    .example('help@example.com'),
}) {}

/** What the record itself leaves out. */
class AuditOmittedChangesResponse extends answer({
  count: field.integer(1).about('Number of changed fields beyond those in `changes`').example(880),
  sha256: field
    .sha256()
    .nullable()
    .about(
      'SHA-256 of the canonical JSON (RFC 8785) of each of these changes, in order, followed by a line feed; null if it has been erased',
    ),
}) {}

const text = field.text();
const APP = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902';

export class AuditLogResponse extends answer({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90a'),
  occurredAt: field.instant().as<string>(),
  actor: field.nested(() => AuditActorResponse),
  action: text.example('apps.write'),
  method: text.example('PATCH'),
  route: text.example('/admin-api/v1/apps/{app_id}'),
  resourceType: text.nullable().example('app'),
  resourceId: text.nullable().example(APP),
  appId: field.uuid().nullable().example(APP),
  changes: field
    .listOf(() => AuditChangeResponse)
    .about('The first fields that changed: at most 100, and as many as fit into a record of 64 KiB'),
  changesOmitted: field.nested(() => AuditOmittedChangesResponse).nullable(),
  changesTruncated: field
    .count()
    .about(
      'Number of changes of the record that are not in this answer. A page contains at most 512 KiB of changes, ' +
        'shared by its large records: a smaller page or the export contains more. Of a record from before the limit of ' +
        '64 KiB no answer contains more than that',
    )
    .example(0),
  ip: text.nullable().example('203.0.113.7'),
  userAgent: text.nullable().example('Mozilla/5.0'),
  requestId: text.example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90b'),
  reason: text.nullable().about('The reason in the words of the actor; null if none was given').example(null),
  outcome: field.one(OUTCOME, AUDIT_OUTCOMES),
  seq: field.integer(1).about('Sequence number within the tenant, without gaps').example(42),
  prevHash: field.sha256().about('The hash of the previous record').example('0'.repeat(64)),
  hash: field
    .sha256()
    .about(
      'SHA-256 of the canonical JSON (RFC 8785) of the tenant_id and all other fields but `changes_truncated`, and but ' +
        '`changes_omitted` and `reason` where they are null, as they were written: all of the changes, and values erased since are replaced by `[erased]`; the integrity of the rest is verified separately',
    ),
}) {
  /** @param record under the names of the wire, over which hashes are made. */
  constructor(record: ToldRecord) {
    super({
      ...record,
      occurredAt: record.occurred_at,
      resourceType: record.resource_type,
      resourceId: record.resource_id,
      appId: record.app_id,
      changesOmitted: record.changes_omitted,
      changesTruncated: record.changes_truncated,
      userAgent: record.user_agent,
      requestId: record.request_id,
      prevHash: record.prev_hash,
    });
  }
}

export class AuditLogListResponse extends pageOf(AuditLogResponse) {}

export class AuditVerificationResponse extends answer({
  ok: field.flag().about('Whether the chain is whole'),
  checked: field.count().about('The number of valid records, from the first on').example(42),
  firstBrokenSeq: field
    .integer(1)
    .nullable()
    .about('Sequence number of the first invalid record; null if the chain is whole')
    .example(null),
}) {
  constructor({ ok, checked, first_broken_seq }: ChainVerification) {
    super({ ok, checked, firstBrokenSeq: first_broken_seq });
  }
}
