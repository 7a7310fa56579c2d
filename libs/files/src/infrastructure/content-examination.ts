import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { contentKindOf, type FilePurpose } from '../domain/file-purpose';
import type { ContentSource } from '../domain/file-storage';
import { ContentRefusedError } from '../domain/files.errors';
import { MalwareScanner } from '../domain/malware-scanner';
import { ARCHIVE_REFUSED } from '../domain/scan-codes';
import type { Findings, StoredFile, ScanVerdict } from '../domain/stored-file';
import { ImageDecoder } from './images/image-decoder';
import { mediaTypeOf } from './detection/media-type';
import { inspectPackage } from './packages/package-inspection';

type Inspected = Omit<Findings, 'verdict'> & { readonly threat: string | null };

/** The number of bytes that type detection reads. */
const HEAD_BYTES = 4_100;

const ZIP_ENTRY = Buffer.from('PK\x03\x04', 'latin1');

/** Detects the type of a content, and whether it is harmful. */
@Injectable()
export class ContentExamination {
  constructor(
    private readonly images: ImageDecoder,
    private readonly scanner: MalwareScanner,
  ) {}

  /** @throws ContentRefusedError for a content that does not fit the purpose, DependencyUnavailableError */
  async examine(tenantId: string, purpose: FilePurpose, filename: string, content: ContentSource): Promise<Findings> {
    const { threat, ...inspected } = await this.inspect(tenantId, purpose, filename, content);
    return { ...inspected, verdict: await this.judge(threat, content) };
  }

  /** Checks again for harmful content. Its type was determined when it arrived. */
  async scan({ purpose, filename }: StoredFile, content: ContentSource): Promise<ScanVerdict> {
    if (contentKindOf(purpose) !== 'package') return this.scanner.scan(content);
    const { threat } = await inspectPackage(filename, content);
    return this.judge(threat, content);
  }

  private judge(threat: string | null, content: ContentSource): Promise<ScanVerdict> {
    if (threat === null) return this.scanner.scan(content);
    return Promise.resolve({ status: 'infected', detail: ARCHIVE_REFUSED + threat });
  }

  private async inspect(
    tenantId: string,
    purpose: FilePurpose,
    filename: string,
    content: ContentSource,
  ): Promise<Inspected> {
    if (content.size === 0) throw ContentRefusedError.because('empty');
    const kind = contentKindOf(purpose);
    const nothing = { image: null, detectedVersion: null, threat: null };
    const head = await buffer(await content.read({ start: 0, end: Math.min(HEAD_BYTES, content.size) - 1 }));
    switch (kind) {
      case 'attachment':
        return { ...nothing, mediaType: await mediaTypeOf(head) };
      case 'image': {
        const mediaType = await mediaTypeOf(head);
        return { ...nothing, mediaType, image: await this.images.inspect(tenantId, content, mediaType) };
      }
      case 'package':
        if (!head.subarray(0, ZIP_ENTRY.length).equals(ZIP_ENTRY)) throw ContentRefusedError.because('not_an_archive');
        return { ...nothing, ...(await inspectPackage(filename, content)) };
    }
  }
}
