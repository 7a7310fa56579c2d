import { Injectable } from '@nestjs/common';
import { ResourceNotFoundError, Transactions } from '@libs/kernel';
import type { MobileDevice } from '../../domain/sessions/device';
import { Users } from '../../infrastructure/accounts/users';
import { SecurityEvents } from '../../infrastructure/history/security-events';
import { MemberDevices, type PushRegistration } from '../../infrastructure/own-account/member-devices';
import { Sessions } from '../../infrastructure/sessions/sessions';
import type { MemberSession } from '../../infrastructure/sessions/signed-in';
import type { Client } from '../accounts/app-scope';

/** A member's installations of an App. */
@Injectable()
export class DevicesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: Users,
    private readonly devices: MemberDevices,
    private readonly sessions: Sessions,
    private readonly securityEvents: SecurityEvents,
  ) {}

  /** The most recently seen first. */
  async list(member: MemberSession): Promise<MobileDevice[]> {
    return this.devices.list(member);
  }

  /**
   * Removes a device and ends its sessions, including the current one if it is one of them. A later sign-in from the
   * installation counts as a new device.
   *
   * @throws ResourceNotFoundError
   */
  async remove(member: MemberSession, id: string, client: Client): Promise<void> {
    const { tenantId, appId, userId } = member;
    const removed = await this.transactions.run(tenantId, async () => {
      await this.users.findForUpdate(tenantId, userId);
      const device = await this.devices.lock(member, id);
      if (!device) return false;
      const sessions = await this.sessions.revokeAll({ tenantId, appId, userId, deviceId: id }, 'device_removed');
      await this.devices.delete(tenantId, id);
      const details = { device_id: id, ...device, sessions };
      await this.securityEvents.record({ ...member, ...client, type: 'device_removed', details });
      return true;
    });
    if (!removed) throw new ResourceNotFoundError();
  }

  /** @throws ResourceNotFoundError if the session no longer has a device. */
  async registerPush(member: MemberSession, registration: PushRegistration): Promise<void> {
    const { tenantId } = member;
    const isThere = await this.transactions.run(tenantId, () => this.devices.registerPush(member, registration));
    if (!isThere) throw new ResourceNotFoundError();
  }

  /** Does nothing if nothing is registered. @throws ResourceNotFoundError as registering does. */
  async forgetPush(member: MemberSession): Promise<void> {
    const isThere = await this.transactions.run(member.tenantId, () => this.devices.forgetPush(member));
    if (!isThere) throw new ResourceNotFoundError();
  }
}
