import type { components } from '../../api/schema';

type Type = components['schemas']['SecurityEventType'];

export const EVENT_TYPES = [
  'new_device_login',
  'refresh_token_reused',
  'api_client_authentication_failed',
  'password_changed',
  'password_reset',
  'mfa_enabled',
  'mfa_disabled',
  'identifier_added',
  'identifier_removed',
  'session_revoked',
  'sessions_revoked',
  'device_removed',
  'step_up_verified',
  'account_deletion_requested',
  'account_deletion_cancelled',
] as const satisfies readonly Type[];

/** Those that may be somebody's attack, and those that make an account weaker. */
export const EVENT_TONES: Readonly<Partial<Record<Type, 'danger' | 'warning' | 'success'>>> = {
  refresh_token_reused: 'danger',
  api_client_authentication_failed: 'danger',
  new_device_login: 'warning',
  mfa_disabled: 'warning',
  identifier_removed: 'warning',
  password_reset: 'warning',
  account_deletion_requested: 'warning',
  mfa_enabled: 'success',
};
