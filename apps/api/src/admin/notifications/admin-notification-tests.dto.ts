import { field } from '@libs/kernel';
import type { NamedRecipients, TestSend } from '@libs/notifications';
import { answer } from '../../http/answers/answer';
import { newRequest } from '../../http/fields/request';
import { UserIds } from './admin-notification-audience.dto';
import { Identifiers, identifiersIn } from './identifiers';

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
        'The recipients by verified email address, or mobile number with + and country code. Also requires `members.read`.',
      )
      .example(['editor@example.com']),
  },
  {
    userIds: (options) => UserIds(MAX_TESTERS, { ...options, either: 'identifiers' }),
    identifiers: (options) => Identifiers(MAX_TESTERS, { ...options, either: 'user_ids' }),
  },
) {
  recipients(): NamedRecipients {
    const { userIds = [], identifiers = [] } = this.values();
    return { userIds, identifiers: identifiersIn(identifiers) };
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
