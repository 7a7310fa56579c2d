import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string | Buffer;
  readonly content?: string | Buffer;
  /** Stored rather than deflated. */
  readonly stored?: boolean;
  /** How hard to try when deflating: not at all with 0, for what is large and random. */
  readonly level?: number;
  /** The size that the archive declares, if it is a lie. */
  readonly declaredSize?: number;
  /** File mode of Unix, such as 0o120777 for a link. */
  readonly mode?: number;
  readonly encrypted?: boolean;
}

interface ZipOptions {
  /** The number of entries that the archive declares, if it is a lie. */
  readonly declaredEntries?: number;
  /** Bytes between the entries and the directory. */
  readonly padding?: Buffer;
}

const UTF8_NAMES = 0x800;
const DEFLATED = 8;

/** A ZIP archive, with the lies it is told to contain. */
export function zip(entries: readonly ZipEntry[], { declaredEntries, padding }: ZipOptions = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  /** Many entries have the same few bytes, and to begin deflating takes longer than to do so; a few have as many. */
  const deflated = new Map<ZipEntry['content'], Buffer>();
  const deflate = ({ content: given, level }: ZipEntry, content: Buffer): Buffer => {
    const data = deflated.get(given) ?? deflateRawSync(content, { level });
    deflated.set(given, data);
    return data;
  };
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const content = Buffer.from(entry.content ?? '');
    const data = entry.stored ? content : deflate(entry, content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(UTF8_NAMES | (entry.encrypted ? 1 : 0), 2);
    fields.writeUInt16LE(entry.stored ? 0 : DEFLATED, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(entry.declaredSize ?? content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const attributes = Buffer.alloc(14);
    attributes.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    attributes.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), fields, attributes, name);
    const local = [Buffer.from('PK\x03\x04', 'latin1'), fields, name, data];
    parts.push(...local);
    offset += local.reduce((sum, part) => sum + part.length, 0);
  }
  if (padding) parts.push(padding);
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(declaredEntries ?? entries.length, 8);
  end.writeUInt16LE(declaredEntries ?? entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset + (padding?.length ?? 0), 16);
  return Buffer.concat([...parts, central, end]);
}
