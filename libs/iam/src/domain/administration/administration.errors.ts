import { error } from '../../locales/texts';

export class UserUnreachableError extends error('conflict', 'IAM.USER.UNREACHABLE', 'No mail can be sent') {}
