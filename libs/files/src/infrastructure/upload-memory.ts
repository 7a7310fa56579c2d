import { DependencyUnavailableError } from '@libs/kernel';

/** The limit of all uploads in memory together: some 25 of the largest. */
const MAX_BYTES = 128 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 5;

/** One upload in memory. */
export interface HeldUpload {
  /** Aborted when the memory is needed for others. */
  readonly signal: AbortSignal;
  /** Counts bytes before they are kept. @throws when this upload itself has to be dropped. */
  add(bytes: number): void;
  /** Called when the whole upload has arrived. */
  complete(): void;
  release(): void;
}

/**
 * Limits the memory of uploads that wait to be processed. An upload counts with the bytes that have arrived, so a slow
 * one takes hardly anything. When there is no more room, the tenant that uses most frees it: with the upload that has
 * been arriving for longest, or, if all have arrived, with the newest. So no tenant can lock another one out.
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
  /** Oldest first. */
  readonly uploads: Set<Upload>;
}

interface Upload {
  bytes: number;
  isComplete: boolean;
  readonly abort: AbortController;
}
