import {
  FILE_ORDER,
  type FileFilter,
  type FilePurpose,
  type FileView,
  PURPOSES,
  SCAN_CODES,
  SCAN_STATUSES,
  scanCodeOf,
  type ScanStatus,
  storedFile,
  THUMBNAIL_WIDTHS,
  type ThumbnailWidth,
} from '@libs/files';
import type { LimitedToApps } from '@libs/iam';
import { but, field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { OneOf, QueryChoice, Uuid } from '../../http/fields/fields';
import { SearchQuery, Ids, Sort } from '../common/admin-requests.dto';
import { pageOf } from '../common/admin-responses.dto';

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
  @Sort(FILE_ORDER)
  override readonly sort?: string;

  @Ids('files')
  override readonly ids?: string[];

  @OneOf(PURPOSE, PURPOSES, { optional: true })
  readonly purpose?: FilePurpose;

  @Uuid({ optional: true })
  readonly app_id?: string;

  @OneOf(SCAN_STATUS, SCAN_STATUSES, { optional: true })
  readonly scan_status?: ScanStatus;

  toFilter({ appIds }: LimitedToApps): FileFilter {
    return { q: this.q, purpose: this.purpose, appId: this.app_id, scanStatus: this.scan_status, appIds };
  }
}

export class ThumbnailQuery {
  @QueryChoice(THUMBNAIL_WIDTHS, { description: 'The width of the picture, in pixels' })
  readonly width!: ThumbnailWidth;
}

class FileImageResponse extends answer({
  width: field.integer(1).example(1024),
  height: field.integer(1).example(1024),
}) {}

export class AdminFileResponse extends answer({
  ...but(storedFile, 'tenantId', 'storageKey'),
  image: field
    .nested(() => FileImageResponse)
    .nullable()
    .about('Dimensions in pixels; null if the file is not an image'),
  scanCode: field
    .one('FileScanCode', SCAN_CODES)
    .about(
      'The result of the scan as a code, which clients show in any language; `scan_detail` has the words of the scanner, in English',
    )
    .example('nothing_found'),
  inUse: field.flag().about('Whether the file is in use and therefore cannot be deleted'),
}) {
  constructor(file: FileView) {
    super({ ...file, scanCode: scanCodeOf(file), sizeBytes: Number(file.sizeBytes) });
  }
}

export class AdminFileListResponse extends pageOf(AdminFileResponse) {}
