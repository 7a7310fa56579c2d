import type { MultipartForm } from './transport.js';
import { nameOf, type Upload } from './upload.js';
import { encodeUtf8 } from './utf8.js';

export interface EncodedForm {
  readonly contentType: string;
  readonly parts: readonly Uint8Array[];
  readonly size: number;
}

/** The bytes of a form, for engines that cannot make them, or that cannot tell how many have left. */
export async function encodeForm(
  form: MultipartForm,
  bytesOf: (upload: Upload) => Promise<Uint8Array>,
  boundary: string,
): Promise<EncodedForm> {
  const parts: Uint8Array[] = [];
  for (const [name, value] of form) {
    const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
    if (typeof value === 'string') {
      parts.push(encodeUtf8(`${disposition}\r\n\r\n${value}\r\n`));
      continue;
    }
    const { type } = value as { readonly type?: string };
    const head = `${disposition}; filename="${quoted(nameOf(value))}"\r\nContent-Type: ${type || 'application/octet-stream'}`;
    parts.push(encodeUtf8(`${head}\r\n\r\n`), await bytesOf(value), encodeUtf8('\r\n'));
  }
  parts.push(encodeUtf8(`--${boundary}--\r\n`));
  const size = parts.reduce((sum, part) => sum + part.byteLength, 0);
  return { contentType: `multipart/form-data; boundary=${boundary}`, parts, size };
}

/** @throws where the upload is a path, which only the transport of uni-app can read. */
export async function bytesOfUpload(upload: Upload): Promise<Uint8Array> {
  // Asked first: the blobs of newer engines have `bytes`, too, which is a method.
  if ('arrayBuffer' in upload) return new Uint8Array(await upload.arrayBuffer());
  if ('bytes' in upload) return new Uint8Array(upload.bytes);
  throw new TypeError('filePath is for uniTransport: give a Blob or bytes');
}

/** As browsers write names in forms. */
function quoted(name: string): string {
  return name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}
