import yauzl, { type Entry } from 'yauzl';

const MAX_ENTRIES = 50_000;
const MAX_BYTES = 4 * 1024 ** 3;
const MAX_RATIO = 100;
/** The ratio is not applied up to this size, as runs of zeros and the like compress further. */
const FREE_OF_RATIO_BYTES = 10 * 1024 * 1024;
const LOCAL_HEADER_BYTES = 30;

const FILE_TYPE = 0o170_000;
const SYMBOLIC_LINK = 0o120_000;

/** An archive that would harm whoever unpacks it. */
export class ArchiveThreat extends Error {}

/** What an archive may contain, entry by entry as its directory declares it. */
export class ArchiveLimits {
  private readonly names = new Set<string>();
  private unfolded = 0;
  private folded = 0;

  constructor(
    private readonly archiveBytes: number,
    entryCount: number,
  ) {
    if (entryCount > MAX_ENTRIES) throw new ArchiveThreat(`it has more than ${MAX_ENTRIES} entries`);
  }

  /**
   * @returns the name of the entry.
   * @throws ArchiveThreat
   */
  admit(entry: Entry): string {
    const { generalPurposeBitFlag, fileNameRaw, extraFields, compressedSize, uncompressedSize } = entry;
    const name = yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
    if (yauzl.validateFileName(name) !== null || name.includes('\0')) {
      throw new ArchiveThreat('an entry would be unpacked outside of the directory');
    }
    if (this.names.has(name)) throw new ArchiveThreat('it has two entries of the same name');
    if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK) {
      throw new ArchiveThreat('an entry is a link');
    }
    this.names.add(name);
    this.folded += LOCAL_HEADER_BYTES + fileNameRaw.length + compressedSize;
    this.unfolded += uncompressedSize;
    this.checkSizes(entry);
    return name;
  }

  private checkSizes({ compressedSize, uncompressedSize }: Entry): void {
    if (this.unfolded > MAX_BYTES) throw new ArchiveThreat('it unfolds to more than 4 GiB');
    const isSwelling = uncompressedSize > FREE_OF_RATIO_BYTES && uncompressedSize > compressedSize * MAX_RATIO;
    if (isSwelling || this.unfolded > this.archiveBytes * MAX_RATIO) {
      throw new ArchiveThreat(`it unfolds to more than ${MAX_RATIO} times its size`);
    }
    if (this.folded > this.archiveBytes) throw new ArchiveThreat('its entries overlap');
  }
}
