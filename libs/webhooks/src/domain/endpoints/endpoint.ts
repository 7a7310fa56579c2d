import { changesIn, field, fields, having, newId, type ValuesOf, valuesIn } from '@libs/kernel';
import { SUBSCRIBABLE } from '../events/catalogue';
import { EndpointDisabledError } from './endpoint.errors';
import { DISABLED_REASONS, type EndpointChanges, endpointSettings, type NewEndpoint } from './endpoint-settings';

/** How long a secret signs beside the one that takes its place. */
const OVERLAP_MS = 24 * 3_600_000;

/** A secret as administrators see it: that it is there. */
export const managedSecret = fields({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90e'),
  createdAt: field.instant(),
  expiresAt: field
    .instant()
    .nullable()
    .about('Time until which a replaced secret signs beside its successor; null for the current one')
    .example(null),
});

export type ManagedSecret = ValuesOf<typeof managedSecret>;

/** What requests to an endpoint are signed with. Encrypted: it has to be known to sign. */
export interface EndpointSecret extends ManagedSecret {
  readonly sealed: string;
}

export const webhookEndpoint = fields({
  tenantId: field.uuid(),
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90f'),
  ...endpointSettings,
  disabledReason: field
    .one('WebhookDisabledReason', DISABLED_REASONS)
    .nullable()
    .initially(null)
    .about(
      'Why the endpoint is disabled: by an administrator, after the answer 410, or because all deliveries failed for five days; null while enabled',
    )
    .example(null),
  failingSince: field
    .instant()
    .nullable()
    .initially(null)
    .about('Time since which all deliveries have failed; null if the last one succeeded')
    .example(null),
  /** The administrator who is told when it is disabled. */
  createdBy: field.uuid(),
  deletedAt: field.instant().nullable().initially(null),
  lockVersion: field.lockVersion().initially(1),
  /** Set by the database, both. */
  createdAt: field.instant(),
  updatedAt: field.instant(),
  updatedBy: field.actor(),
});

type Settings = ValuesOf<typeof endpointSettings>;

/** An address of another system that is told of events. */
export class WebhookEndpoint extends having(webhookEndpoint) {
  /** The newest first, and the one that it took the place of. */
  readonly secrets: readonly EndpointSecret[] = [];

  constructor(tenantId: string, input: NewEndpoint, createdBy: string) {
    const settings = valuesIn(endpointSettings, input);
    super({ tenantId, id: newId(), createdBy, ...settings });
    this.write(settings);
  }

  /** @throws EndpointDisabledError */
  expectEnabled(): void {
    if (!this.enabled) throw new EndpointDisabledError();
  }

  /** Another address, and being enabled again, is a new start: what failed before is not held against it. */
  update(changes: EndpointChanges): void {
    const { url, eventTypes, description, enabled } = this;
    const settings = { url, eventTypes, description, enabled, ...changesIn(endpointSettings, changes) };
    const isNewStart = settings.url !== url || (settings.enabled && !enabled);
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

  private write(settings: Settings): void {
    const eventTypes = SUBSCRIBABLE.filter((type) => settings.eventTypes.includes(type));
    const disabledReason = settings.enabled ? null : (this.disabledReason ?? 'administrator');
    Object.assign(this, settings, { eventTypes, disabledReason });
  }
}
