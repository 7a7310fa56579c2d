import type { EventType } from './event-type';
import { COUNT, described, type Fields, ID, ID_OR_NULL, TEXT, TEXTS } from './schemas';

const USER_ID = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907';

/** Of people nothing but ids leaves the service: who needs more asks for it, and is seen doing so. */
function of(type: string, app: EventType['app'], description: string, fields: Fields, example: object): EventType {
  return { type, source: type, description, fields, example: { ...example }, app };
}

const ofMember = (type: string, description: string) =>
  of(type, 'always', description, { user_id: ID }, { user_id: USER_ID });

const SESSION: Fields = { session_id: ID, user_id: ID };
const SESSION_EXAMPLE = { session_id: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90a', user_id: USER_ID };

const API_CLIENT: Fields = { api_client_id: ID, name: TEXT };
const API_CLIENT_EXAMPLE = { api_client_id: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90b', name: 'Warehouse' };

export const PEOPLE_EVENTS: readonly EventType[] = [
  ofMember('member.registered', 'Somebody registered at an App, and has not proven an address or number yet.'),
  ofMember('member.verified', 'A member proved an address or number, and may sign in.'),
  ofMember('member.suspended', 'A member was suspended.'),
  ofMember('member.deleted', 'A membership ended.'),
  of(
    'session.created',
    'some',
    'Somebody signed in: a member to an App, or, without an App, an administrator.',
    SESSION,
    SESSION_EXAMPLE,
  ),
  of(
    'session.revoked',
    'some',
    'A session was ended before its time, or those of a user, at an App, both or of the tenant were ended together.',
    {
      session_id: described(ID_OR_NULL, 'Null where sessions were ended together'),
      user_id: described(ID_OR_NULL, 'Null where those of all members of the App, or of the tenant, were ended'),
      count: described(COUNT, 'How many were ended'),
      reason: described(TEXT, 'Why, such as `logout`'),
    },
    { ...SESSION_EXAMPLE, count: 1, reason: 'logout' },
  ),
  of('api_client.created', 'never', 'An API client was created.', API_CLIENT, API_CLIENT_EXAMPLE),
  of('api_client.rotated', 'never', 'The secret of an API client was replaced.', API_CLIENT, API_CLIENT_EXAMPLE),
  of(
    'user.invited',
    'never',
    'An administrator was invited.',
    { user_id: ID, roles: described(TEXTS, 'The codes of the roles') },
    { user_id: USER_ID, roles: ['auditor'] },
  ),
  of('user.disabled', 'never', 'A user was disabled in all Apps of the tenant.', { user_id: ID }, { user_id: USER_ID }),
];
