import { error } from '../../locales/texts';

export class MissingTokenError extends error('unauthenticated', 'IAM.TOKEN.MISSING', 'Bearer token missing') {}

export class InvalidTokenError extends error('unauthenticated', 'IAM.TOKEN.INVALID', 'Token invalid') {}

/** Of an API client that is limited to some Apps. */
export class AppsLimitedError extends error('forbidden', 'IAM.API_CLIENT.LIMITED', 'Limited to Apps') {}
