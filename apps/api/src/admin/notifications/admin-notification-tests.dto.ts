import { field } from '@libs/kernel';
import type { NamedPeople, TestSend } from '@libs/notifications';
import { answer } from '../../http/answers/answer';
import { newRequest } from '../../http/fields/request';
import { Uuids } from '../../http/fields/fields';
import { Identifiers } from './admin-notification-audience.dto';

const MAX_TESTERS = 5;

/** One of the two names the recipients. */
const named = field.texts().as<readonly string[] | undefined>();

export class AdminNotificationTestRequest extends newRequest(
  {
    userIds: named
      .about('The recipients by user id: active members of the App')
      .example(['0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904']),
    identifiers: named
      .about(
        'The recipients by verified email address or mobile number. A number without a country code is of the App’s default country. Also requires `members.read`.',
      )
      .example(['editor@example.com']),
  },
  {
    userIds: (options) => Uuids({ min: 1, max: MAX_TESTERS }, { ...options, either: 'identifiers' }),
    identifiers: (options) => Identifiers(MAX_TESTERS, { ...options, either: 'user_ids' }),
  },
) {
  testers(): NamedPeople {
    return this.values();
  }
}

export class AdminNotificationTestResponse extends answer({
  accepted: field.constant(true),
  recipientCount: field.count().about('Number of members to whose inboxes the test was delivered').example(2),
  expiresAt: field.instant().about('Time at which the test disappears from their inboxes'),
}) {
  constructor(sent: TestSend) {
    super({ accepted: true, ...sent });
  }
}
