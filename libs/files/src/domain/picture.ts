import { randomBytes } from 'node:crypto';
import { newId } from '@libs/kernel';

/** 256 bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const TOKEN_BYTES = 32;

export interface PictureContent {
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly storageKey: string;
}

/** A picture of a person, drawn by us from an uploaded image. Anyone with its token may see it; it never changes. */
export class Picture implements PictureContent {
  readonly tenantId: string;
  readonly id: string;
  readonly token: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly storageKey: string;

  constructor(tenantId: string, { mediaType, sizeBytes, sha256, storageKey }: PictureContent) {
    this.tenantId = tenantId;
    this.id = newId();
    this.token = randomBytes(TOKEN_BYTES).toString('base64url');
    this.mediaType = mediaType;
    this.sizeBytes = sizeBytes;
    this.sha256 = sha256;
    this.storageKey = storageKey;
  }
}

export function isPictureToken(text: string): boolean {
  return TOKEN.test(text);
}
