import type { StoredFile } from './stored-file';

export const SCAN_CODES = [
  'built_in_checks',
  'nothing_found',
  'malware_found',
  'archive_refused',
  'undecided',
  'unavailable',
] as const;

/** What a scan came to. Its detail is in English, or in the words of the scanner; by the code it is told in any language. */
export type ScanCode = (typeof SCAN_CODES)[number];

/** Details of the checks that need no scanner. Files that were scanned before keep them, so they are never reworded. */
export const BUILT_IN_CHECKS = 'Built-in checks only: no malware scanner is configured';
export const ARCHIVE_REFUSED = 'Archive refused: ';

export function scanCodeOf({ scanStatus, scanDetail }: Pick<StoredFile, 'scanStatus' | 'scanDetail'>): ScanCode {
  switch (scanStatus) {
    case 'clean':
      return scanDetail === BUILT_IN_CHECKS ? 'built_in_checks' : 'nothing_found';
    case 'infected':
      return scanDetail?.startsWith(ARCHIVE_REFUSED) ? 'archive_refused' : 'malware_found';
    case 'failed':
      return 'undecided';
    case 'pending':
      return 'unavailable';
  }
}
