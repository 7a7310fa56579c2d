import type { AuditTrail } from './audit-trail';
import { expectVersion } from './changes';
import type { PresentVersion } from './common-errors';

interface Versioned extends PresentVersion {
  readonly id: string;
  readonly appId?: string | null;
}

/** How resources of one type are saved, shown and recorded. */
export interface VersionedResource<Resource, Seen> {
  /** Singular and in snake_case, as audit records name it; or what each is called where they have several names. */
  readonly type: string | ((resource: Resource) => string);
  /** Writes the state of a changed resource. */
  readonly save: (resource: Resource) => Promise<void>;
  /** The resource as administrators see it now. */
  readonly see: (resource: Resource) => Seen | Promise<Seen>;
  /** The state for audit records: the fields that administrators change, with the keys of the wire. */
  readonly record: (seen: Seen) => object;
  /** Whether each has a record of its own where one request changes several. */
  readonly hasOwnRecord?: boolean;
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

  /** Records a new resource. @returns the resource as administrators see it. */
  async added(resource: Resource): Promise<Seen> {
    const seen = await this.of.see(resource);
    this.record(resource, null, this.of.record(seen));
    return seen;
  }

  /**
   * @param resource locked.
   * @param lockVersion that the administrator saw; null where none is asked for.
   * @param work changes the resource. Its errors undo everything.
   * @returns the changed resource as administrators see it.
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
    const { type, hasOwnRecord: isOwnRecord } = this.of;
    const resourceType = typeof type === 'string' ? type : type(resource);
    this.audit.record({ resourceType, resourceId, appId, before, after, isOwnRecord });
  }
}
