import { error } from '../../locales/texts';

export class RegistrationClosedError extends error('forbidden', 'IAM.REGISTRATION.CLOSED', 'Registration closed') {}
