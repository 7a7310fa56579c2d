export { ArchivesService } from './application/archives.service';
export { FilesService } from './application/files.service';
export { PicturesService, type ReceivedImage } from './application/pictures.service';
export { ThumbnailsService } from './application/thumbnails.service';
export { type UploadDetails, type UploadOptions, UploadsService } from './application/uploads.service';
export type { Archive } from './domain/archive';
export { type FilePurpose, needsApp, PURPOSES } from './domain/file-purpose';
export { type ByteRange, type Chunks, FileStorage } from './domain/file-storage';
export {
  ContentRefusedError,
  FileInUseError,
  FileNotCleanError,
  FileTooLargeError,
  StorageQuotaExceededError,
} from './domain/files.errors';
export { SCAN_CODES, scanCodeOf } from './domain/scan-codes';
export { SCAN_STATUSES, type ScanStatus, storedFile } from './domain/stored-file';
export { THUMBNAIL_MEDIA_TYPE, THUMBNAIL_WIDTHS, type ThumbnailWidth } from './domain/thumbnail';
export { FilesModule } from './files.module';
export { FileAssetCache } from './infrastructure/file-asset-cache';
export { type FileAsset, FileAssets } from './infrastructure/file-assets';
export { FILE_ORDER, type FileFilter, type FileView } from './infrastructure/file-queries';
export { FileSearch } from './infrastructure/file-search';
export { type ContentCheck, MissingContents } from './infrastructure/missing-contents';
export { StorageUsages } from './infrastructure/storage-usages';
export { FILE_PROBLEMS, type FileUser, FileUsages } from './infrastructure/file-usages';
