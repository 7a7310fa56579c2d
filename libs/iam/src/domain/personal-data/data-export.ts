import type { SupportedLocale } from '@libs/kernel';

export const DATA_EXPORT_STATUSES = ['pending', 'ready', 'expired', 'failed'] as const;
export type DataExportStatus = (typeof DATA_EXPORT_STATUSES)[number];

/** How long an export can be downloaded. */
export const DATA_EXPORT_LIFETIME_HOURS = 24;

/** How many exports a user may request in a day, not counting failed ones. */
export const MAX_DATA_EXPORTS_PER_DAY = 3;

/** A copy of the data stored about a user, made at the user's request. */
export interface DataExport {
  readonly tenantId: string;
  readonly id: string;
  readonly userId: string;
  /** The App in which it was requested. */
  readonly appId: string;
  /** The locale of the request, for the mail if the user has saved none. */
  readonly locale: SupportedLocale;
  readonly status: DataExportStatus;
  /** The archive to download, while it is ready. */
  readonly archiveId: string | null;
  readonly createdAt: Date;
  /** Null until it is ready. */
  readonly expiresAt: Date | null;
}

/** An export that can be downloaded. */
export interface ReadyDataExport extends DataExport {
  readonly status: 'ready';
  readonly archiveId: string;
  readonly expiresAt: Date;
}

export function isReady(dataExport: DataExport): dataExport is ReadyDataExport {
  return dataExport.status === 'ready' && dataExport.archiveId !== null && dataExport.expiresAt !== null;
}
