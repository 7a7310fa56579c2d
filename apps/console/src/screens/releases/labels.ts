import { i18n, t } from '../../i18n';
import type { Path } from '../../parts/merge';

/** What fields are called that a heading names, and that stand in no form. */
const OTHERS: Readonly<Record<string, string>> = {
  target_platforms: 'releases.targets',
  file_id: 'releases.package',
  store_links: 'releases.sections.stores',
  rollout_percent: 'releases.reach',
  rollout_paused: 'releases.paused',
  health_gate: 'releases.gate',
  publish_status: 'releases.status',
};

export function labelOf([field = '', ...rest]: Path): string {
  const key = OTHERS[field] ?? `releases.${field}`;
  return [i18n.global.te(key) ? t(key) : field, ...rest].join(' › ');
}
