import { Injectable } from '@nestjs/common';
import { timeZoneOf } from '@libs/kernel';
import { TenantSettings } from '@libs/operations';

const TIME_ZONE_SETTING = 'tenant.time_zone';

/** The time zones in which tenants count hours and days. */
@Injectable()
export class TenantTimeZones {
  constructor(private readonly settings: TenantSettings) {}

  /** UTC unless the tenant has set another one. */
  async of(tenantId: string): Promise<string> {
    return timeZoneOf(await this.settings.valueFor({ tenantId, appId: null }, TIME_ZONE_SETTING));
  }
}
