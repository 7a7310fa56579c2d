import type { SupportedLocale } from '@libs/kernel';

export const DATA_EXPORT_STATUSES = ['pending', 'ready', 'expired', 'failed'] as const;
export type DataExportStatus = (typeof DATA_EXPORT_STATUSES)[number];

/** For how long what was exported can be fetched. */
export const DATA_EXPORT_LIFETIME_HOURS = 24;

/** How many a user may ask for in a day, without those that failed. */
export const MAX_DATA_EXPORTS_PER_DAY = 3;

/** A copy of what is kept about a user, which the user asked for. */
export interface DataExport {
  readonly tenantId: string;
  readonly id: string;
  readonly userId: string;
  /** Where it was asked for. */
  readonly appId: string;
  /** Of the request, for the mail where the user has saved none. */
  readonly locale: SupportedLocale;
  readonly status: DataExportStatus;
  /** What there is to fetch, as long as it is ready. */
  readonly archiveId: string | null;
  readonly createdAt: Date;
  /** Null until it is ready. */
  readonly expiresAt: Date | null;
}

/** One that can be fetched. */
export interface ReadyDataExport extends DataExport {
  readonly status: 'ready';
  readonly archiveId: string;
  readonly expiresAt: Date;
}

export function isReady(dataExport: DataExport): dataExport is ReadyDataExport {
  return dataExport.status === 'ready' && dataExport.archiveId !== null && dataExport.expiresAt !== null;
}
