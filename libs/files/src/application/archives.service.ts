import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { newId, Outbox, Transactions } from '@libs/kernel';
import { type Archive, MAX_ARCHIVE_BYTES } from '../domain/archive';
import type { ByteRange } from '../domain/file-storage';
import { ContentReleased } from '../domain/file.events';
import { Archives } from '../infrastructure/archives';
import { StoredContents } from '../infrastructure/stored-contents';

/** Archives that the program makes for download; stored like files, but invisible to administrators. */
@Injectable()
export class ArchivesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly archives: Archives,
    private readonly contents: StoredContents,
  ) {}

  /**
   * Stores a content while it is being made, and passes it to `adopt`, in one transaction: both or neither. Memory does
   * not grow with its size. Nothing is left if it breaks off or `adopt` rejects it.
   *
   * @param adopt stores a reference to the archive, and returns whether it did.
   * @throws FileTooLargeError, DependencyUnavailableError when the storage is away, the errors of `content` and
   * `adopt`.
   */
  async create(tenantId: string, content: Readable, adopt: (archive: Archive) => Promise<boolean>): Promise<boolean> {
    const uploadId = newId();
    let adopted = false;
    try {
      const options = { maxBytes: MAX_ARCHIVE_BYTES };
      const incoming = await this.contents.receive(tenantId, uploadId, content, options);
      const { size: sizeBytes, sha256, key: storageKey } = incoming;
      const archive: Archive = { tenantId, id: newId(), sizeBytes, sha256, storageKey };
      adopted = await this.transactions.run(tenantId, async () => {
        await this.archives.add(archive);
        const isWanted = await adopt(archive);
        if (isWanted) await this.contents.keep(tenantId, uploadId, incoming);
        else await this.archives.remove(tenantId, archive.id);
        return isWanted;
      });
    } finally {
      if (!adopted) await this.contents.abandon(tenantId, uploadId);
    }
    return adopted;
  }

  /** Joins the current transaction. The content is removed with its last reference. */
  async remove(tenantId: string, id: string): Promise<void> {
    const storageKey = await this.archives.remove(tenantId, id);
    if (storageKey !== null) await this.outbox.add(new ContentReleased({ tenantId, appId: null, storageKey }));
  }

  async find(tenantId: string, id: string): Promise<Archive | null> {
    return this.archives.find(tenantId, id);
  }

  /**
   * The bytes; null when the archive was removed meanwhile.
   *
   * @throws DependencyUnavailableError when the storage is away.
   */
  async open(archive: Archive, range?: ByteRange): Promise<Readable | null> {
    try {
      return await this.contents.open(archive, range);
    } catch (error) {
      if ((await this.archives.find(archive.tenantId, archive.id)) === null) return null;
      throw error;
    }
  }
}
