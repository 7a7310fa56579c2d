import type { StoredFile } from './stored-file';

/** In pixels. */
export const THUMBNAIL_WIDTHS = [64, 320] as const;
export type ThumbnailWidth = (typeof THUMBNAIL_WIDTHS)[number];

export const THUMBNAIL_MEDIA_TYPE = 'image/webp';

/** A picture that the program made small, and keeps as long as its file. */
export type Thumbnail = Pick<StoredFile, 'sizeBytes' | 'sha256' | 'storageKey'>;
