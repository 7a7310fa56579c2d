import type { components } from '../../api/schema';
import { t, textOr } from '../../i18n';
import { verbOf, type Deed } from './audit-places';

type Outcome = components['schemas']['AuditOutcome'];

export const OUTCOMES = ['success', 'denied', 'failure'] as const satisfies readonly Outcome[];

export const TONES = { success: 'success', denied: 'warning', failure: 'danger' } as const satisfies Record<
  Outcome,
  string
>;

/** What people call a kind of record; its code where a later version has more kinds than this page knows. */
export function typeName(type: string): string {
  return textOr(`audit.types.${type}`, type);
}

export function titleOfDeed(deed: Deed & { readonly action: string }): string {
  const verb = verbOf(deed);
  if (deed.resource_type === null) return deed.action;
  return t(`audit.verbs.${verb}`, { what: typeName(deed.resource_type) });
}
