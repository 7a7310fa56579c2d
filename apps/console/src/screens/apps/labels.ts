import { i18n, t } from '../../i18n';
import type { Path } from '../../parts/merge';

/** What a setting is called in front of people: the longest part of its path that has a name, and the rest as it is. */
export function labelOf(path: Path): string {
  for (let length = path.length; length > 0; length -= 1) {
    const key = `apps.fields.${path.slice(0, length).join('.')}`;
    if (i18n.global.te(key)) return [t(key), ...path.slice(length)].join(' › ');
  }
  return path.join(' › ');
}

/** The same where the section is not seen, as in the history: `Support › Email`. */
export function labelWithSection(path: Path): string {
  const key = `apps.sections.${path[0] ?? ''}`;
  const label = labelOf(path);
  const isWithin = path.length > 1 && i18n.global.te(key) && !label.startsWith(t(key));
  return isWithin ? `${t(key)} › ${label}` : label;
}
