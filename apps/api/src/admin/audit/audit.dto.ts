import { OmitType } from '@nestjs/swagger';
import {
  AUDIT_OUTCOMES,
  type AuditLogFilter,
  type AuditOutcome,
  type ChainVerification,
  type ToldRecord,
} from '@libs/audit';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { Answer, ANY_JSON } from '../../http/answers/answer-fields';
import { EXPORT_FORMATS, type ExportFormat } from '../../http/answers/streamed-export';
import { Instant, OneOf, Text, Uuid } from '../../http/fields/fields';
import { PAGE_FIELDS, type PageQuery, SearchQuery } from '../common/admin-requests.dto';
import { pageOf } from '../common/admin-responses.dto';

const OUTCOME = 'AuditOutcome';

/** Selects the records that meet all given conditions. */
export class AuditLogQuery extends SearchQuery {
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

export function auditFilterOf(query: Omit<AuditLogQuery, keyof PageQuery>): AuditLogFilter {
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

export class AuditLogResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90a' })
  readonly id: string;

  @Answer.Instant()
  readonly occurred_at: string;

  @Answer.Nested(() => AuditActorResponse)
  readonly actor: AuditActorResponse;

  @Answer.Text({ example: 'apps.write' })
  readonly action: string;

  @Answer.Text({ example: 'PATCH' })
  readonly method: string;

  @Answer.Text({ example: '/admin-api/v1/apps/{app_id}' })
  readonly route: string;

  @Answer.Text({ nullable: true, example: 'app' })
  readonly resource_type: string | null;

  @Answer.Text({ nullable: true, example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902' })
  readonly resource_id: string | null;

  @Answer.Uuid({ nullable: true, example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902' })
  readonly app_id: string | null;

  @Answer.ListOf(() => AuditChangeResponse, {
    description: 'The first fields that changed: at most 100, and as many as fit into a record of 64 KiB',
  })
  readonly changes: readonly AuditChangeResponse[];

  @Answer.Nested(() => AuditOmittedChangesResponse, { nullable: true })
  readonly changes_omitted: AuditOmittedChangesResponse | null;

  @Answer.Count({
    description:
      'Number of changes of the record that are not in this answer. A page contains at most 512 KiB of changes, ' +
      'shared by its large records: a smaller page or the export contains more. Of a record from before the limit of ' +
      '64 KiB no answer contains more than that',
    example: 0,
  })
  readonly changes_truncated: number;

  @Answer.Text({ nullable: true, example: '203.0.113.7' })
  readonly ip: string | null;

  @Answer.Text({ nullable: true, example: 'Mozilla/5.0' })
  readonly user_agent: string | null;

  @Answer.Text({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90b' })
  readonly request_id: string;

  @Answer.OneOf(OUTCOME, AUDIT_OUTCOMES)
  readonly outcome: AuditOutcome;

  @Answer.Integer({ min: 1, description: 'Sequence number within the tenant, without gaps', example: 42 })
  readonly seq: number;

  @Answer.Sha256({ description: 'The hash of the previous record', example: '0'.repeat(64) })
  readonly prev_hash: string;

  @Answer.Sha256({
    description:
      'SHA-256 of the canonical JSON (RFC 8785) of the tenant_id and all other fields but `changes_truncated`, and but ' +
      '`changes_omitted` where it is null, as they were written: all of the changes, and values erased since are replaced by `[erased]`; the integrity of the rest is verified separately',
  })
  readonly hash: string;

  constructor(record: ToldRecord) {
    this.id = record.id;
    this.occurred_at = record.occurred_at;
    this.actor = new AuditActorResponse(record.actor);
    this.action = record.action;
    this.method = record.method;
    this.route = record.route;
    this.resource_type = record.resource_type;
    this.resource_id = record.resource_id;
    this.app_id = record.app_id;
    this.changes = record.changes.map((change) => new AuditChangeResponse(change));
    this.changes_omitted = record.changes_omitted && new AuditOmittedChangesResponse(record.changes_omitted);
    this.changes_truncated = record.changes_truncated;
    this.ip = record.ip;
    this.user_agent = record.user_agent;
    this.request_id = record.request_id;
    this.outcome = record.outcome;
    this.seq = record.seq;
    this.prev_hash = record.prev_hash;
    this.hash = record.hash;
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
