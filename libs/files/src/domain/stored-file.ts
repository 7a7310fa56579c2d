import { field, fields, having, type ValuesOf } from '@libs/kernel';
import { PURPOSES } from './file-purpose';
import { FileNotCleanError } from './files.errors';

export const SCAN_STATUSES = ['pending', 'clean', 'infected', 'failed'] as const;

/** Only clean files are served. `failed`: the scanner cannot decide, and another scan would not help. */
export type ScanStatus = (typeof SCAN_STATUSES)[number];

export interface ScanVerdict {
  readonly status: ScanStatus;
  /** The malware found, or the scanner that found none. */
  readonly detail: string;
}

/** Width and height in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Facts detected from the content itself, whatever the client declared. */
export interface Findings {
  readonly mediaType: string;
  readonly image: ImageSize | null;
  /** The version in a package's manifest, if it can be read. */
  readonly detectedVersion: string | null;
  readonly verdict: ScanVerdict;
}

const MAX_FILENAME_LENGTH = 255;
const MAX_DETAIL_LENGTH = 300;

export const storedFile = fields({
  tenantId: field.uuid(),
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904'),
  purpose: field.one('FilePurpose', PURPOSES),
  appId: field.uuid().nullable().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902'),
  /** Text to show, never a path. */
  filename: field.text().about('File name given by the client, for display').example('icon.png'),
  mediaType: field
    .text()
    .about('Media type detected from the content, regardless of the declared type')
    .example('image/png'),
  sizeBytes: field.count().example(48213),
  sha256: field.sha256(),
  /** Null if the file is not an image. */
  image: field.json<ImageSize>().nullable(),
  scanStatus: field.one('FileScanStatus', SCAN_STATUSES).example('clean'),
  scanDetail: field
    .text()
    .nullable()
    .about('Name of the malware found, or the scanner that found none')
    .example('ClamAV found nothing'),
  detectedVersion: field
    .text()
    .nullable()
    .about('Version read from a release package; null if unknown')
    .example('1.4.0'),
  /** The content's place in the storage. Never revealed to clients. */
  storageKey: field.text(),
  createdBy: field.uuid().nullable().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903'),
  /** Set by the database. */
  createdAt: field.instant(),
});

export interface NewFile
  extends Findings, ValuesOf<Omit<typeof storedFile, 'tenantId' | 'scanStatus' | 'scanDetail' | 'createdAt'>> {}

/** An uploaded file. Its content never changes: one id always means the same bytes. */
export class StoredFile extends having(storedFile) {
  constructor(tenantId: string, { verdict, ...file }: NewFile) {
    super({ ...file, tenantId, filename: displayName(file.filename), ...scanOf(verdict) });
  }

  /** @throws FileNotCleanError */
  expectClean(): void {
    if (this.scanStatus !== 'clean') throw new FileNotCleanError();
  }

  recordScan(verdict: ScanVerdict): void {
    Object.assign(this, scanOf(verdict));
  }
}

function scanOf({ status, detail }: ScanVerdict): Pick<StoredFile, 'scanStatus' | 'scanDetail'> {
  return { scanStatus: status, scanDetail: plainLine(detail, MAX_DETAIL_LENGTH) };
}

/** The last part of the path that the client sends, on one line. */
function displayName(filename: string): string {
  const name = filename.split(/[/\\]/).at(-1) ?? '';
  return plainLine(name, MAX_FILENAME_LENGTH) || 'file';
}

/** The text without control characters and direction marks, truncated. */
function plainLine(text: string, maxLength: number): string {
  const plain = text.toWellFormed().normalize('NFC');
  const visible = plain.replaceAll(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim();
  return [...visible].slice(0, maxLength).join('');
}
