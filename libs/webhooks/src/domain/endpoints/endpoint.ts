import { changedBy, namesOf, newId, picked } from '@libs/kernel';
import { SUBSCRIBABLE } from '../events/catalogue';
import { EndpointDisabledError } from './endpoint.errors';
import {
  type DisabledReason,
  type EndpointChanges,
  type EndpointSettings,
  initialSettings,
  type NewEndpoint,
} from './endpoint-settings';

/** How long a secret signs beside the one that takes its place. */
const OVERLAP_MS = 24 * 3_600_000;

/** What requests to an endpoint are signed with. Encrypted: it has to be known to sign. */
export interface EndpointSecret {
  readonly id: string;
  readonly sealed: string;
  readonly createdAt: Date;
  /** Null for the one that holds until it is replaced. */
  readonly expiresAt: Date | null;
}

/** An address of another system that is told of events. */
export class WebhookEndpoint implements EndpointSettings {
  readonly tenantId: string;
  readonly id: string;
  readonly url!: string;
  readonly eventTypes!: readonly string[];
  readonly description!: string | null;
  readonly enabled!: boolean;
  /** Null while it is enabled. */
  readonly disabledReason: DisabledReason | null = null;
  /** Since when nothing has arrived; null after a success. */
  readonly failingSince: Date | null = null;
  /** The newest first, and the one that it took the place of. */
  readonly secrets: readonly EndpointSecret[] = [];
  /** The administrator who is told when it is disabled. */
  readonly createdBy: string;
  readonly deletedAt: Date | null = null;
  readonly lockVersion: number = 1;
  /** Set by the database. */
  readonly createdAt!: Date;
  readonly updatedAt!: Date;

  constructor(tenantId: string, input: NewEndpoint, createdBy: string) {
    this.tenantId = tenantId;
    this.id = newId();
    this.createdBy = createdBy;
    this.write(changedBy<EndpointSettings>(input, initialSettings(input), initialSettings(input)));
  }

  /** @throws EndpointDisabledError */
  expectEnabled(): void {
    if (!this.enabled) throw new EndpointDisabledError();
  }

  /** Another address, and being enabled again, is a new start: what failed before is not held against it. */
  update(changes: EndpointChanges): void {
    const atFirst = initialSettings(this);
    const settings = changedBy<EndpointSettings>(changes, picked(this, namesOf(atFirst)), atFirst);
    const isNewStart = settings.url !== this.url || (settings.enabled && !this.enabled);
    if (isNewStart) Object.assign(this, { failingSince: null });
    this.write(settings);
    Object.assign(this, { lockVersion: this.lockVersion + 1 });
  }

  /** The first secret, or one that takes the place of another. A second that was still valid beside it ends. */
  takeSecret(id: string, sealed: string, now: Date): void {
    const [current] = this.secrets;
    const expiresAt = new Date(now.getTime() + OVERLAP_MS);
    const replaced = current ? [{ ...current, expiresAt }] : [];
    const secret: EndpointSecret = { id, sealed, createdAt: now, expiresAt: null };
    Object.assign(this, { secrets: [secret, ...replaced], lockVersion: this.lockVersion + replaced.length });
  }

  /** Deliveries are kept for a while, so that the row is, too; without what signed them. */
  delete(now: Date): void {
    Object.assign(this, { deletedAt: now, enabled: false, disabledReason: 'administrator', secrets: [] });
  }

  private write(settings: EndpointSettings): void {
    const eventTypes = SUBSCRIBABLE.filter((type) => settings.eventTypes.includes(type));
    const disabledReason = settings.enabled ? null : (this.disabledReason ?? 'administrator');
    Object.assign(this, settings, { eventTypes, disabledReason });
  }
}
