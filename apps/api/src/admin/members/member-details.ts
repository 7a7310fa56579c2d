import { Injectable } from '@nestjs/common';
import { LegalConsents } from '@libs/content';
import { type AdminSession, MemberDevices, MemberQueries } from '@libs/iam';
import { AccountActivity } from '../common/account-activity';

export const MOST_CONSENTS = 100;

/** All that an administrator sees of one member, of whatever context. */
@Injectable()
export class MemberDetails {
  constructor(
    private readonly members: MemberQueries,
    private readonly devices: MemberDevices,
    private readonly consents: LegalConsents,
    private readonly activity: AccountActivity,
  ) {}

  /** @throws ResourceNotFoundError for anybody but a member of the App. */
  async seenBy(admin: AdminSession, appId: string, userId: string) {
    const { tenantId, appIds } = admin;
    const scope = { tenantId, appId };
    const member = await this.members.get(scope, userId);
    const [devices, consents, memberships, activity] = await Promise.all([
      this.devices.list({ ...scope, userId, sessionId: null }),
      this.consents.acceptedBy(scope, userId, MOST_CONSENTS),
      this.members.elsewhere(scope, userId, appIds),
      this.activity.seenBy(admin, { userId, appId }),
    ]);
    return { ...member, devices, consents, memberships, ...activity };
  }
}
