import { textOr } from '../../i18n';
import type { Path } from '../../parts/merge';

/** What a field of an article is called in front of people. */
export function labelOf(path: Path): string {
  return path.map((name) => textOr(`articles.${name}`, name)).join(' › ');
}
