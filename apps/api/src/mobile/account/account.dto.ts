import { dataExport, type OwnDataExport } from '@libs/iam';
import { field, only } from '@libs/kernel';
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
  ...only(dataExport, 'id', 'status'),
  downloadUrl: field
    .url()
    .nullable()
    .about(
      'URL from which the archive can be downloaded without headers; null unless it is ready. Anybody who has the URL can read the archive',
    )
    .example(
      'https://api.example.com/api/v1/public/data-exports/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90c?expires=1795424400&signature=q7Vb2ZkXo0m9wR4tY6uI8pLsDfGhJkZxCvBnM1Q2w3E',
    ),
  ...only(dataExport, 'expiresAt', 'createdAt'),
}) {}

export class MobileDataExportListResponse extends answer({
  items: field.listOf(() => MobileDataExportResponse),
}) {
  constructor(exports: readonly OwnDataExport[]) {
    super({ items: exports });
  }
}
