import { DATA_EXPORT_STATUSES, type DataExportStatus, type OwnDataExport } from '@libs/iam';
import { Answer } from '../../http/answers/answer-fields';

/** The account will be erased unless its owner signs in before. */
export class AccountDeletionResponse {
  @Answer.Constant(true)
  readonly accepted: boolean = true;

  @Answer.Instant({
    description: 'Time at which the grace period ends and the data is erased',
    example: '2026-12-06T09:00:00.000Z',
  })
  readonly erase_at: string;

  constructor(eraseAt: Date) {
    this.erase_at = eraseAt.toISOString();
  }
}

export class MobileDataExportResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90c' })
  readonly id: string;

  @Answer.OneOf('DataExportStatus', DATA_EXPORT_STATUSES, { example: 'ready' })
  readonly status: DataExportStatus;

  @Answer.Url({
    nullable: true,
    description:
      'URL from which the archive can be downloaded without headers; null unless it is ready. Anybody who has the URL can read the archive',
    example:
      'https://api.example.com/api/v1/public/data-exports/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90c?expires=1795424400&signature=q7Vb2ZkXo0m9wR4tY6uI8pLsDfGhJkZxCvBnM1Q2w3E',
  })
  readonly download_url: string | null;

  @Answer.Instant({
    nullable: true,
    description: 'Time until which the copy can be downloaded; null until it is ready',
    example: '2026-11-22T09:00:00.000Z',
  })
  readonly expires_at: string | null;

  @Answer.Instant()
  readonly created_at: string;

  constructor({ id, status, downloadUrl, expiresAt, createdAt }: OwnDataExport) {
    this.id = id;
    this.status = status;
    this.download_url = downloadUrl;
    this.expires_at = expiresAt?.toISOString() ?? null;
    this.created_at = createdAt.toISOString();
  }
}

export class MobileDataExportListResponse {
  @Answer.ListOf(() => MobileDataExportResponse)
  readonly items: readonly MobileDataExportResponse[];

  constructor(exports: readonly OwnDataExport[]) {
    this.items = exports.map((one) => new MobileDataExportResponse(one));
  }
}
