import { textOr } from '../../i18n';
import type { Path } from '../../parts/merge';

/** What a field of a notice or message is called in front of people. */
export function labelOf(path: Path): string {
  return path
    .filter((name, at) => !(at === 0 && name === 'audience' && path.length > 1))
    .map((name) => textOr(`notices.fields.${name}`, name))
    .join(' › ');
}
