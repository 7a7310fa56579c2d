import { extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import type { ContentSource } from '../../domain/file-storage';
import { ContentRefusedError } from '../../domain/files.errors';
import { ArchiveLimits, ArchiveThreat } from './archive-limits';
import { StoredZip } from './stored-zip';

interface PackageKind {
  readonly extensions: readonly string[];
  /** The entry that makes an archive a package of this kind. */
  readonly manifest: RegExp;
  readonly mediaType: string;
  readonly versionIn?: (manifest: string) => unknown;
}

interface InspectedPackage {
  readonly mediaType: string;
  readonly detectedVersion: string | null;
  /** Why the archive would harm whoever unpacks it, or null. */
  readonly threat: string | null;
}

const ZIP = 'application/zip';

/** In the order in which an archive without a known extension is recognised. */
const KINDS: readonly PackageKind[] = [
  { extensions: ['.aab'], manifest: /^base\/manifest\/AndroidManifest\.xml$/, mediaType: ZIP },
  {
    extensions: ['.apk'],
    manifest: /^AndroidManifest\.xml$/,
    mediaType: 'application/vnd.android.package-archive',
  },
  { extensions: ['.ipa'], manifest: /^Payload\/[^/]+\.app\/Info\.plist$/, mediaType: ZIP },
  { extensions: ['.hap', '.app'], manifest: /^(?:module\.json|pack\.info)$/, mediaType: ZIP },
  { extensions: ['.wgt'], manifest: /^manifest\.json$/, mediaType: ZIP, versionIn: wgtVersion },
];

/** A directory may have tens of thousands of entries: other work goes on in between. */
const ENTRIES_AT_ONCE = 200;
const MAX_MANIFEST_BYTES = 1024 * 1024;
const MAX_VERSION_LENGTH = 64;
const DIRECTORY_ENTRY = 0x02014b50;

/**
 * Inspects an archive without unpacking it.
 *
 * @param filename if it has the extension of a package, the content must match it.
 * @throws ContentRefusedError if it is not a package.
 */
export async function inspectPackage(filename: string, content: ContentSource): Promise<InspectedPackage> {
  const reader = new StoredZip(content);
  try {
    const zip = await yauzl.fromRandomAccessReaderPromise(reader, content.size, {
      autoClose: false,
      decodeStrings: false,
    });
    zip.on('error', () => undefined);
    const manifests = await manifestsIn(zip, reader);
    const kind = kindOf(filename, manifests);
    const manifest = await textOf(zip, manifests.get(kind) as Entry);
    return { mediaType: kind.mediaType, detectedVersion: versionIn(kind, manifest), threat: null };
  } catch (error) {
    if (reader.failure) throw reader.failure;
    if (error instanceof ContentRefusedError) throw error;
    if (error instanceof ArchiveThreat) return { mediaType: ZIP, detectedVersion: null, threat: error.message };
    throw ContentRefusedError.because('broken_archive', error);
  }
}

/** The manifests by kind of package, once every entry has been checked. */
async function manifestsIn(zip: ZipFile, reader: StoredZip): Promise<Map<PackageKind, Entry>> {
  const limits = new ArchiveLimits(zip.fileSize, zip.entryCount);
  const manifests = new Map<PackageKind, Entry>();
  let seen = 0;
  for await (const entry of zip.eachEntry()) {
    if (++seen % ENTRIES_AT_ONCE === 0) await setImmediate();
    const name = limits.admit(entry);
    if (entry.isEncrypted()) throw ContentRefusedError.because('encrypted_archive');
    for (const kind of KINDS) if (kind.manifest.test(name) && !manifests.has(kind)) manifests.set(kind, entry);
  }
  await expectEndOfDirectory(zip, reader);
  return manifests;
}

/** Other readers would see entries beyond the declared number, which were not checked. */
async function expectEndOfDirectory(zip: ZipFile, reader: StoredZip): Promise<void> {
  const next = await reader.bytes(Number(zip.readEntryCursor), 4);
  if (next.length === 4 && next.readUInt32LE() === DIRECTORY_ENTRY) throw new ArchiveThreat('it hides entries');
}

function kindOf(filename: string, manifests: ReadonlyMap<PackageKind, Entry>): PackageKind {
  const extension = extname(filename).toLowerCase();
  const named = KINDS.find(({ extensions }) => extensions.includes(extension));
  if (named && manifests.has(named)) return named;
  const found = KINDS.find((kind) => manifests.has(kind));
  if (!found) throw ContentRefusedError.because('not_a_package');
  if (named) throw ContentRefusedError.because('another_kind_of_package');
  return found;
}

/** The text of an entry, which must decompress to its declared size; null if it is too long to be read. */
async function textOf(zip: ZipFile, entry: Entry): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    const content: Readable = await zip.openReadStreamPromise(entry);
    for await (const chunk of content as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > MAX_MANIFEST_BYTES) return null;
      parts.push(chunk);
    }
  } catch (error) {
    const isLie = error instanceof Error && error.message.startsWith('too many bytes');
    throw isLie ? new ArchiveThreat('an entry unfolds to more than it declares') : error;
  }
  return Buffer.concat(parts).toString('utf8');
}

function versionIn(kind: PackageKind, manifest: string | null): string | null {
  const version = manifest === null ? null : kind.versionIn?.(manifest);
  if (typeof version !== 'string' || !/^[\p{L}\p{N}._+-]+$/u.test(version)) return null;
  return version.length <= MAX_VERSION_LENGTH ? version : null;
}

function wgtVersion(manifest: string): unknown {
  try {
    const { version } = JSON.parse(manifest.replace(/^\ufeff/, '')) as { version?: { name?: unknown } };
    return version?.name;
  } catch {
    return null;
  }
}
