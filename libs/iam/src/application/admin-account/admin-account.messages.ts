import { tenantEvent } from '@libs/kernel';

/** Has a worker check who asked for a reset. */
export class PasswordResetRequested extends tenantEvent(
  'iam.password_reset_requested',
  (_tenant: { readonly tenantId: string }, requestId: string) => ({ request_id: requestId }),
) {}
