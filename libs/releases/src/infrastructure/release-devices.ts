import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { DecidingRelease } from '../domain/upgrade-policy';
import { installationId } from './installation-id';

/** What devices have told of the releases that they run. */
@Injectable()
export class ReleaseDevices {
  constructor(private readonly database: Database) {}

  /** Whether the last that the device told is that it has the release. @param deviceKey a uuid. */
  async has(
    { tenantId, id: appId }: { readonly tenantId: string; readonly id: string },
    { id, packageType }: DecidingRelease,
    deviceKey: string,
  ): Promise<boolean> {
    const [device] = await this.database.read(
      tenantId,
      `SELECT FROM release_devices
        WHERE tenant_id = $1 AND app_id = $2 AND package_type = $3 AND installation_id = $4 AND release_id = $5`,
      [tenantId, appId, packageType, installationId(appId, deviceKey), id],
    );
    return device !== undefined;
  }
}
