import { newId } from '@libs/kernel';

export const TENANT_STATUSES = ['active', 'disabled'] as const;
export type TenantStatus = (typeof TENANT_STATUSES)[number];

/** An organisation with its own Apps, users and settings. The platform tenant also manages the others. */
export class Tenant {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly status: TenantStatus;
  readonly isPlatform: boolean;
  readonly lockVersion: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;

  constructor(code: string, name: string, isPlatform: boolean, now: Date) {
    this.id = newId();
    this.code = code;
    this.name = name;
    this.status = 'active';
    this.isPlatform = isPlatform;
    this.lockVersion = 1;
    this.createdAt = now;
    this.updatedAt = now;
  }
}
