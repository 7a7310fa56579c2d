import { field, fields, type ValuesOf } from '@libs/kernel';

export const DATA_EXPORT_STATUSES = ['pending', 'ready', 'expired', 'failed'] as const;

/** How long an export can be downloaded. */
export const DATA_EXPORT_LIFETIME_HOURS = 24;

/** How many exports a user may request in a day, not counting failed ones. */
export const MAX_DATA_EXPORTS_PER_DAY = 3;

/** A copy of the data stored about a user, made at the user's request. */
export const dataExport = fields({
  tenantId: field.uuid(),
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90c'),
  userId: field.uuid(),
  /** The App in which it was requested. */
  appId: field.uuid(),
  /** The locale of the request, for the mail if the user has saved none. */
  locale: field.locale(),
  status: field.one('DataExportStatus', DATA_EXPORT_STATUSES).example('ready'),
  /** The archive to download, while it is ready. */
  archiveId: field.uuid().nullable(),
  expiresAt: field
    .instant()
    .nullable()
    .about('Time until which the copy can be downloaded; null until it is ready')
    .example('2026-11-22T09:00:00.000Z'),
  createdAt: field.instant(),
});

export type DataExport = ValuesOf<typeof dataExport>;

/** An export that can be downloaded. */
export type ReadyDataExport = DataExport & { readonly archiveId: string; readonly expiresAt: Date };

export function isReady(one: DataExport): one is ReadyDataExport {
  return one.status === 'ready' && one.archiveId !== null && one.expiresAt !== null;
}
