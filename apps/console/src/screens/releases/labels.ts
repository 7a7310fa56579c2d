import { textOr } from '../../i18n';
import type { Path } from '../../parts/merge';

/** What is named otherwise than its field, and what stands in no form. */
const OTHERS: Readonly<Record<string, string>> = {
  target_platforms: 'releases.targets',
  file_id: 'releases.package',
  store_links: 'releases.sections.stores',
  rollout_percent: 'releases.reach',
  rollout_paused: 'releases.paused',
  health_gate: 'releases.gate',
  publish_status: 'releases.status',
  published_platforms: 'releases.current',
  fallback_platforms: 'releases.fallback',
};

export function labelOf([field = '', ...rest]: Path): string {
  const inside = field === 'health_gate' ? rest.map((name) => named(name === 'action' ? 'gate_action' : name)) : rest;
  return [named(field), ...inside].join(' › ');
}

function named(field: string): string {
  return textOr(OTHERS[field] ?? `releases.${field}`, field);
}
