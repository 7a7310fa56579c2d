import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/foundation';
import { OperationsModule } from '@libs/operations';
import type { EntitySchema } from 'typeorm';
import { ArchivesService } from './application/archives.service';
import { ContentReleaseHandler, FileScanHandler } from './application/file-messages.handlers';
import { FilesService } from './application/files.service';
import { PicturesService } from './application/pictures.service';
import { ThumbnailsService } from './application/thumbnails.service';
import { UploadsService } from './application/uploads.service';
import { FileLimits } from './domain/file-purpose';
import { FileStorage } from './domain/file-storage';
import { MalwareScanner } from './domain/malware-scanner';
import { AbandonedUploads } from './infrastructure/abandoned-uploads';
import { Archives } from './infrastructure/archives';
import { ClamAv } from './infrastructure/scanners/clam-av';
import { ContentExamination } from './infrastructure/content-examination';
import { FileAssetCache } from './infrastructure/file-asset-cache';
import { FileAssets } from './infrastructure/file-assets';
import { FileQueries } from './infrastructure/file-queries';
import { FileSearch } from './infrastructure/file-search';
import { StoredFileSchema } from './infrastructure/file.schema';
import { FileUsages } from './infrastructure/file-usages';
import { ImageDecoder } from './infrastructure/images/image-decoder';
import { LocalFileStorage } from './infrastructure/storage/local-file-storage';
import { NoMalwareScanner } from './infrastructure/scanners/no-malware-scanner';
import { MissingContents } from './infrastructure/missing-contents';
import { Pictures } from './infrastructure/pictures';
import { S3FileStorage } from './infrastructure/storage/s3-file-storage';
import { StorageUsages } from './infrastructure/storage-usages';
import { StoredContents } from './infrastructure/stored-contents';
import { StoredFiles } from './infrastructure/stored-files';
import { Thumbnails } from './infrastructure/thumbnails';

const PROVIDERS = [
  AbandonedUploads,
  Archives,
  ArchivesService,
  ContentExamination,
  ContentReleaseHandler,
  FileAssetCache,
  FileAssets,
  FileQueries,
  FileSearch,
  FileScanHandler,
  FilesService,
  FileUsages,
  ImageDecoder,
  MissingContents,
  Pictures,
  PicturesService,
  StorageUsages,
  StoredContents,
  StoredFiles,
  Thumbnails,
  ThumbnailsService,
  UploadsService,
  { provide: FileLimits, inject: [CONFIG], useFactory: ({ files }: Config) => new FileLimits(files.limits) },
  { provide: FileStorage, inject: [CONFIG], useFactory: storageOf },
  {
    provide: MalwareScanner,
    inject: [CONFIG],
    useFactory: ({ files }: Config) => (files.clamAv ? new ClamAv(files.clamAv) : new NoMalwareScanner()),
  },
];

@Module({ imports: [OperationsModule], providers: PROVIDERS, exports: PROVIDERS })
export class FilesModule {
  static readonly entities: EntitySchema[] = [StoredFileSchema];
}

function storageOf({ files }: Config): FileStorage | Promise<FileStorage> {
  return files.s3 ? S3FileStorage.open(files.s3) : new LocalFileStorage(files.directory);
}
