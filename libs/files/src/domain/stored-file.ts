import type { FilePurpose } from './file-purpose';
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

export interface NewFile extends Findings {
  readonly id: string;
  readonly appId: string | null;
  readonly purpose: FilePurpose;
  /** The client's name for it. */
  readonly filename: string;
  readonly createdBy: string | null;
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly storageKey: string;
}

const MAX_FILENAME_LENGTH = 255;
const MAX_DETAIL_LENGTH = 300;

/** An uploaded file. Its content never changes: one id always means the same bytes. */
export class StoredFile {
  readonly tenantId: string;
  readonly id: string;
  readonly appId: string | null;
  readonly purpose: FilePurpose;
  /** Text to show, never a path. */
  readonly filename: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly image: ImageSize | null;
  readonly scanStatus: ScanStatus;
  readonly scanDetail: string | null;
  readonly detectedVersion: string | null;
  /** The content's place in the storage. Never revealed to clients. */
  readonly storageKey: string;
  readonly createdBy: string | null;
  /** Set by the database. */
  readonly createdAt!: Date;

  constructor(tenantId: string, file: NewFile) {
    this.tenantId = tenantId;
    this.id = file.id;
    this.appId = file.appId;
    this.purpose = file.purpose;
    this.filename = displayName(file.filename);
    this.mediaType = file.mediaType;
    this.sizeBytes = file.sizeBytes;
    this.sha256 = file.sha256;
    this.image = file.image;
    this.scanStatus = file.verdict.status;
    this.scanDetail = plainLine(file.verdict.detail, MAX_DETAIL_LENGTH);
    this.detectedVersion = file.detectedVersion;
    this.storageKey = file.storageKey;
    this.createdBy = file.createdBy;
  }

  /** @throws FileNotCleanError */
  expectClean(): void {
    if (this.scanStatus !== 'clean') throw new FileNotCleanError();
  }

  recordScan({ status, detail }: ScanVerdict): void {
    this.change({ scanStatus: status, scanDetail: plainLine(detail, MAX_DETAIL_LENGTH) });
  }

  private change(changes: Partial<Pick<StoredFile, 'scanStatus' | 'scanDetail'>>): void {
    Object.assign(this, changes);
  }
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
