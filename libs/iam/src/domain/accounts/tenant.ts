import { field, fields, having, newId } from '@libs/kernel';
import { IamStateError, PlatformTenantError } from './accounts.errors';

export const TENANT_STATUSES = ['active', 'disabled'] as const;
export type TenantStatus = (typeof TENANT_STATUSES)[number];

/** The code of the tenant that exists from the start, which is the default where none is named. */
export const DEFAULT_TENANT_CODE = 'default';

/** An organisation with its own Apps, users and settings. The platform tenant also manages the others. */
export const tenant = fields({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903'),
  code: field
    .text(64, { pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*$/, patternCode: 'not_slug' })
    .about('Unique; administrators sign in with it. It never changes')
    .example('corner-shop'),
  name: field.text(80, { pattern: /\S/, patternCode: 'required' }).example('Corner Shop'),
  status: field.one('TenantStatus', TENANT_STATUSES).initially('active'),
  isPlatform: field.flag().about('Whether this is the platform tenant, which manages the others').example(false),
  lockVersion: field.lockVersion().initially(1),
  createdAt: field.instant(),
  updatedAt: field.instant(),
  updatedBy: field.actor(),
});

export class Tenant extends having(tenant) {
  constructor(code: string, name: string, isPlatform: boolean, now: Date) {
    super({ id: newId(), code, name, isPlatform, createdAt: now, updatedAt: now });
  }

  rename(name: string, now: Date): void {
    this.change({ name }, now);
  }

  /** @throws IamStateError when it is active already. */
  enable(now: Date): void {
    this.enter('active', now);
  }

  /** @throws PlatformTenantError, IamStateError when it is disabled already. */
  disable(now: Date): void {
    if (this.isPlatform) throw new PlatformTenantError();
    this.enter('disabled', now);
  }

  private enter(status: TenantStatus, now: Date): void {
    if (this.status === status) throw new IamStateError();
    this.change({ status }, now);
  }

  private change(state: Partial<Tenant>, now: Date): void {
    Object.assign(this, state, { lockVersion: this.lockVersion + 1, updatedAt: now });
  }
}
