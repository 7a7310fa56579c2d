import {
  type FileFilter,
  type FilePurpose,
  type FileView,
  PURPOSES,
  SCAN_STATUSES,
  type ScanStatus,
} from '@libs/files';
import type { ListPage } from '@libs/kernel';
import { Answer } from '../../http/answers/answer-fields';
import { OneOf, Uuid } from '../../http/fields/fields';
import { SearchQuery } from '../common/admin-requests.dto';
import { AdminListResponse } from '../common/admin-responses.dto';

const PURPOSE = 'FilePurpose';
const SCAN_STATUS = 'FileScanStatus';

/** The fields of the form beside the file. */
export class AdminFileRequest {
  @OneOf(PURPOSE, PURPOSES, { description: 'Decides what the file may contain, and how large it may be' })
  readonly purpose!: FilePurpose;

  @Uuid({ optional: true, description: 'The App that the file is for; required with `release_package`' })
  readonly app_id?: string;
}

export class AdminFileQuery extends SearchQuery {
  @OneOf(PURPOSE, PURPOSES, { optional: true })
  readonly purpose?: FilePurpose;

  @Uuid({ optional: true })
  readonly app_id?: string;

  @OneOf(SCAN_STATUS, SCAN_STATUSES, { optional: true })
  readonly scan_status?: ScanStatus;

  toFilter(): FileFilter {
    return { q: this.q, purpose: this.purpose, appId: this.app_id, scanStatus: this.scan_status };
  }
}

class FileImageResponse {
  @Answer.Integer({ min: 1, example: 1024 })
  readonly width: number;

  @Answer.Integer({ min: 1, example: 1024 })
  readonly height: number;

  constructor({ width, height }: { width: number; height: number }) {
    this.width = width;
    this.height = height;
  }
}

export class AdminFileResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904' })
  readonly id: string;

  @Answer.OneOf(PURPOSE, PURPOSES)
  readonly purpose: FilePurpose;

  @Answer.Uuid({ nullable: true, example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902' })
  readonly app_id: string | null;

  @Answer.Text({ description: 'File name given by the client, for display', example: 'icon.png' })
  readonly filename: string;

  @Answer.Text({
    description: 'Media type detected from the content, regardless of the declared type',
    example: 'image/png',
  })
  readonly media_type: string;

  @Answer.Count({ example: 48213 })
  readonly size_bytes: number;

  @Answer.Sha256()
  readonly sha256: string;

  @Answer.Nested(() => FileImageResponse, {
    nullable: true,
    description: 'Dimensions in pixels; null if the file is not an image',
  })
  readonly image: FileImageResponse | null;

  @Answer.OneOf(SCAN_STATUS, SCAN_STATUSES, { example: 'clean' })
  readonly scan_status: ScanStatus;

  @Answer.Text({
    nullable: true,
    description: 'Name of the malware found, or the scanner that found none',
    example: 'ClamAV found nothing',
  })
  readonly scan_detail: string | null;

  @Answer.Text({
    nullable: true,
    description: 'Version read from a release package; null if unknown',
    example: '1.4.0',
  })
  readonly detected_version: string | null;

  @Answer.Uuid({ nullable: true, example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903' })
  readonly created_by: string | null;

  @Answer.Instant()
  readonly created_at: string;

  @Answer.Flag({ description: 'Whether the file is in use and therefore cannot be deleted' })
  readonly in_use: boolean;

  constructor(file: FileView) {
    this.id = file.id;
    this.purpose = file.purpose;
    this.app_id = file.appId;
    this.filename = file.filename;
    this.media_type = file.mediaType;
    this.size_bytes = Number(file.sizeBytes);
    this.sha256 = file.sha256;
    this.image = file.image && new FileImageResponse(file.image);
    this.scan_status = file.scanStatus;
    this.scan_detail = file.scanDetail;
    this.detected_version = file.detectedVersion;
    this.created_by = file.createdBy;
    this.created_at = file.createdAt.toISOString();
    this.in_use = file.inUse;
  }
}

export class AdminFileListResponse extends AdminListResponse {
  @Answer.ListOf(() => AdminFileResponse)
  readonly items: readonly AdminFileResponse[];

  constructor(query: AdminFileQuery, { items, total }: ListPage<FileView>) {
    super(query, total);
    this.items = items.map((file) => new AdminFileResponse(file));
  }
}
