import { error } from '../locales/texts';

export class AppStateError extends error('conflict', 'APPS.STATE.INVALID', 'Not possible in this state') {}

export class DefaultAppError extends error('conflict', 'APPS.APP.IS_DEFAULT', 'The App is the default App') {}

export class ActiveAppError extends error('conflict', 'APPS.APP.NOT_DISABLED', 'The App is not disabled') {}

/** Carries `current_version`. */
export class OnboardingStaleError extends error('conflict', 'APPS.ONBOARDING.STALE', 'Stale expected_version') {}
