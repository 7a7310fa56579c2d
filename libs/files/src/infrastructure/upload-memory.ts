import { DependencyUnavailableError } from '@libs/kernel';

/** Of all uploads that are in memory at the same time: some 25 of the largest. */
const MAX_BYTES = 128 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 5;

/** What one upload has in memory. */
export interface HeldUpload {
  /** Aborted when the memory is needed for others. */
  readonly signal: AbortSignal;
  /** Counts bytes before they are kept. @throws when the upload has to go itself. */
  add(bytes: number): void;
  /** All of it is there. */
  complete(): void;
  release(): void;
}

/**
 * Bounds the memory that uploads take before they are worked on. An upload counts with the bytes that have come, so one
 * that trickles takes hardly anything. When there is no more room the tenant that has most makes it: with the upload that
 * has been on its way for longest, or, where all have arrived, with the newest. So no tenant can keep another one out.
 */
export class UploadMemory {
  private readonly tenants = new Map<string, Tenant>();
  private bytes = 0;

  constructor(private readonly maxBytes = MAX_BYTES) {}

  hold(tenantId: string): HeldUpload {
    const tenant = this.tenants.get(tenantId) ?? { bytes: 0, uploads: new Set() };
    this.tenants.set(tenantId, tenant);
    const upload: Upload = { bytes: 0, isComplete: false, abort: new AbortController() };
    tenant.uploads.add(upload);
    const release = (): void => this.remove(tenantId, tenant, upload);
    return {
      signal: upload.abort.signal,
      add: (bytes) => {
        upload.abort.signal.throwIfAborted();
        this.makeRoom(bytes);
        upload.abort.signal.throwIfAborted();
        upload.bytes += bytes;
        tenant.bytes += bytes;
        this.bytes += bytes;
      },
      complete: () => (upload.isComplete = true),
      release,
    };
  }

  private makeRoom(bytes: number): void {
    while (this.bytes + bytes > this.maxBytes) {
      const [tenantId, tenant] = this.largest();
      const uploads = [...tenant.uploads].filter((upload) => upload.bytes > 0);
      const victim = uploads.find(({ isComplete }) => !isComplete) ?? uploads.at(-1);
      if (!victim) return;
      this.remove(tenantId, tenant, victim);
      victim.abort.abort(new DependencyUnavailableError({ retryAfterSeconds: RETRY_AFTER_SECONDS }));
    }
  }

  private largest(): [string, Tenant] {
    return [...this.tenants].reduce((largest, one) => (one[1].bytes > largest[1].bytes ? one : largest));
  }

  private remove(tenantId: string, tenant: Tenant, upload: Upload): void {
    if (!tenant.uploads.delete(upload)) return;
    tenant.bytes -= upload.bytes;
    this.bytes -= upload.bytes;
    if (tenant.uploads.size === 0) this.tenants.delete(tenantId);
  }
}

interface Tenant {
  bytes: number;
  /** The oldest first. */
  readonly uploads: Set<Upload>;
}

interface Upload {
  bytes: number;
  isComplete: boolean;
  readonly abort: AbortController;
}
