import { field } from '@libs/kernel';
import { AdminSessionResponse } from '../security/online-sessions.dto';
import { AdminLoginEventResponse } from '../security/security-events.dto';
import { LAST_LOGINS, MOST_SESSIONS } from './account-activity';

const WITHOUT = 'null without `sessions.read` and `security.read`';

/** What the details of a member and of a user tell to those who may read sessions or security events. */
export const accountActivity = {
  sessions: field
    .listOf(() => AdminSessionResponse, MOST_SESSIONS)
    .nullable()
    .about(`The live sessions, the most recently active first, ${MOST_SESSIONS} at most; ${WITHOUT}`),
  loginEvents: field
    .listOf(() => AdminLoginEventResponse, LAST_LOGINS)
    .nullable()
    .about(`The last ${LAST_LOGINS} sign-ins, failed attempts included, newest first; ${WITHOUT}`),
};
