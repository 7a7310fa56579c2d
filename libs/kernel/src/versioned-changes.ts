import type { AuditTrail } from './audit-trail';
import { expectVersion } from './changes';

interface Versioned {
  readonly id: string;
  readonly appId?: string | null;
  readonly lockVersion: number;
}

/** What all changes of one kind of resource have in common. */
export interface VersionedResource<Resource, Seen> {
  /** Singular and in snake_case, as audit records name it. */
  readonly type: string;
  /** Writes the state of one that was changed. */
  readonly save: (resource: Resource) => Promise<void>;
  /** What administrators see of it now. */
  readonly see: (resource: Resource) => Seen | Promise<Seen>;
  /** The same as audit records hold it: what administrators change, with the keys of the wire. */
  readonly record: (seen: Seen) => object;
}

/**
 * One change of a resource with a lock version, in the current transaction: version, before, work, save, after, record.
 * The caller holds the row locked, so that nobody changes it in between.
 */
export class VersionedChanges<Resource extends Versioned, Seen = Resource> {
  constructor(
    private readonly audit: AuditTrail,
    private readonly of: VersionedResource<Resource, Seen>,
  ) {}

  /** Records one that was added. @returns what administrators see of it. */
  async added(resource: Resource): Promise<Seen> {
    const seen = await this.of.see(resource);
    this.record(resource, null, this.of.record(seen));
    return seen;
  }

  /**
   * @param resource locked.
   * @param lockVersion that the administrator saw; null where none is asked for.
   * @param work does whatever belongs to the change. What it throws undoes everything.
   * @returns what administrators see afterwards.
   * @throws VersionConflictError
   */
  async change(resource: Resource, lockVersion: number | null, work: () => void | Promise<void>): Promise<Seen> {
    if (lockVersion !== null) expectVersion(resource, lockVersion);
    const before = this.of.record(await this.of.see(resource));
    await work();
    await this.of.save(resource);
    const seen = await this.of.see(resource);
    this.record(resource, before, this.of.record(seen));
    return seen;
  }

  /** @param work deletes it. @throws VersionConflictError */
  async delete(resource: Resource, lockVersion: number | null, work: () => void | Promise<void>): Promise<void> {
    if (lockVersion !== null) expectVersion(resource, lockVersion);
    const before = this.of.record(await this.of.see(resource));
    await work();
    this.record(resource, before, null);
  }

  /** Records a change of what belongs to the resource, and leaves its version. */
  record(resource: Resource, before: object | null, after: object | null): void {
    const { id: resourceId, appId } = resource;
    this.audit.record({ resourceType: this.of.type, resourceId, appId, before, after });
  }
}
