import { user } from '@libs/iam';
import { only } from '@libs/kernel';
import { answer } from '../../http/answers/answer';

/** Whose session or event it is. */
export class SessionUserResponse extends answer(only(user, 'id', 'displayName')) {}
