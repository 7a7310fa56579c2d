import type { MultipartForm } from './transport.js';
import { nameOf, type Upload } from './upload.js';
import { encodeUtf8 } from './utf8.js';

export interface EncodedForm<Part> {
  readonly contentType: string;
  readonly parts: readonly (Uint8Array | Part)[];
}

/** The parts of a form, for engines that cannot make it, or that cannot tell how much of it has left. */
export async function encodeForm<Part>(
  form: MultipartForm,
  partOf: (upload: Upload) => Part | Promise<Part>,
  boundary: string,
): Promise<EncodedForm<Part>> {
  const parts: (Uint8Array | Part)[] = [];
  for (const [name, value] of form) {
    const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
    if (typeof value === 'string') {
      parts.push(encodeUtf8(`${disposition}\r\n\r\n${value}\r\n`));
      continue;
    }
    const { type } = value as { readonly type?: string };
    const head = `${disposition}; filename="${quoted(nameOf(value))}"\r\nContent-Type: ${type || 'application/octet-stream'}`;
    parts.push(encodeUtf8(`${head}\r\n\r\n`), await partOf(value), encodeUtf8('\r\n'));
  }
  parts.push(encodeUtf8(`--${boundary}--\r\n`));
  return { contentType: `multipart/form-data; boundary=${boundary}`, parts };
}

/** As browsers write names in forms. */
function quoted(name: string): string {
  return name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}
