import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { PackageType } from '../domain/release-settings';
import { installationId } from './installation-id';

/** Devices' reports of the releases they run. */
@Injectable()
export class ReleaseDevices {
  constructor(private readonly database: Database) {}

  /** The release that the device last reported to have; null if it reported none. @param deviceKey a uuid. */
  async releaseOf(
    { tenantId, id: appId }: { readonly tenantId: string; readonly id: string },
    packageType: PackageType,
    deviceKey: string,
  ): Promise<string | null> {
    const [device] = await this.database.read<{ release_id: string | null }>(
      tenantId,
      `SELECT release_id FROM release_devices
        WHERE tenant_id = $1 AND app_id = $2 AND package_type = $3 AND installation_id = $4`,
      [tenantId, appId, packageType, installationId(appId, deviceKey)],
    );
    return device?.release_id ?? null;
  }
}
