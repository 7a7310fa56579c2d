import { DATA_EXPORT_STATUSES, type OwnDataExport } from '@libs/iam';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';

/** The account will be erased unless its owner signs in before. */
export class AccountDeletionResponse extends answer({
  accepted: field.constant(true),
  eraseAt: field
    .instant()
    .about('Time at which the grace period ends and the data is erased')
    .example('2026-12-06T09:00:00.000Z'),
}) {
  constructor(eraseAt: Date) {
    super({ accepted: true, eraseAt });
  }
}

export class MobileDataExportResponse extends answer({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90c'),
  status: field.one('DataExportStatus', DATA_EXPORT_STATUSES).example('ready'),
  downloadUrl: field
    .url()
    .nullable()
    .about(
      'URL from which the archive can be downloaded without headers; null unless it is ready. Anybody who has the URL can read the archive',
    )
    .example(
      'https://api.example.com/api/v1/public/data-exports/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90c?expires=1795424400&signature=q7Vb2ZkXo0m9wR4tY6uI8pLsDfGhJkZxCvBnM1Q2w3E',
    ),
  expiresAt: field
    .instant()
    .nullable()
    .about('Time until which the copy can be downloaded; null until it is ready')
    .example('2026-11-22T09:00:00.000Z'),
  createdAt: field.instant(),
}) {}

export class MobileDataExportListResponse extends answer({
  items: field.listOf(() => MobileDataExportResponse),
}) {
  constructor(exports: readonly OwnDataExport[]) {
    super({ items: exports });
  }
}
