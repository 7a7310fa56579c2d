import { DOCUMENT_TYPES } from '@libs/content';
import { device, MOST_DEVICES, MOST_MEMBERSHIPS } from '@libs/iam';
import { but, field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { accountActivity } from '../common/account-activity.dto';
import { AdminUserMembershipResponse } from '../users/admin-user-responses.dto';
import { member } from './admin-members.dto';
import { MOST_CONSENTS } from './member-details';

class AdminMemberDeviceResponse extends answer(but(device, 'current')) {}

class AdminMemberConsentResponse extends answer({
  documentType: field.one('LegalDocumentType', DOCUMENT_TYPES).as<string>(),
  revisionHash: field.sha256().example('5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef'),
  acceptedAt: field.instant().about('Time of the first acceptance'),
}) {}

export class AdminMemberDetailResponse extends answer({
  ...member,
  devices: field
    .listOf(() => AdminMemberDeviceResponse, MOST_DEVICES)
    .about(`The devices from which the member signed in to the App, most recently seen first, ${MOST_DEVICES} at most`),
  consents: field
    .listOf(() => AdminMemberConsentResponse, MOST_CONSENTS)
    .about(`The accepted revisions of the App’s legal documents, newest first, ${MOST_CONSENTS} at most`),
  memberships: field
    .listOf(() => AdminUserMembershipResponse, MOST_MEMBERSHIPS)
    .about(`Of other Apps of the tenant, oldest first, ${MOST_MEMBERSHIPS} at most`),
  ...accountActivity,
}) {}
