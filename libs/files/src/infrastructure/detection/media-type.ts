import { fileTypeFromBuffer } from 'file-type';

const ANY_MEDIA_TYPE = 'application/octet-stream';
/** Animated PNGs are PNGs. */
const MEDIA_TYPES: Readonly<Record<string, string>> = { 'image/apng': 'image/png' };

/** The media type detected from the first bytes of a content. */
export async function mediaTypeOf(head: Buffer): Promise<string> {
  const type = await fileTypeFromBuffer(head).catch(() => undefined);
  const mediaType = type?.mime ?? ANY_MEDIA_TYPE;
  return MEDIA_TYPES[mediaType] ?? mediaType;
}
