import type { components } from '../../api/schema';

type Outcome = components['schemas']['AuditOutcome'];

export const OUTCOMES = ['success', 'denied', 'failure'] as const satisfies readonly Outcome[];

export const TONES = { success: 'success', denied: 'warning', failure: 'danger' } as const satisfies Record<
  Outcome,
  string
>;
