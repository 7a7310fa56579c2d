import { domainError } from '@libs/kernel';
import { TEXTS } from '../locales/texts';

export class AppStateError extends domainError('conflict', 'APPS.STATE.INVALID', 'Not possible in this state', TEXTS) {}

export class DefaultAppError extends domainError(
  'conflict',
  'APPS.APP.IS_DEFAULT',
  'The App is the default App',
  TEXTS,
) {}

export class ActiveAppError extends domainError(
  'conflict',
  'APPS.APP.NOT_DISABLED',
  'The App is not disabled',
  TEXTS,
) {}

/** Carries `current_version`. */
export class OnboardingStaleError extends domainError(
  'conflict',
  'APPS.ONBOARDING.STALE',
  'Stale expected_version',
  TEXTS,
) {}
