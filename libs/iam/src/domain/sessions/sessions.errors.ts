import { error } from '../../locales/texts';

export class MissingTokenError extends error('unauthenticated', 'IAM.TOKEN.MISSING', 'Bearer token missing') {}

export class InvalidTokenError extends error('unauthenticated', 'IAM.TOKEN.INVALID', 'Token invalid') {}
