import type { components } from '../api/schema';
import { t } from '../i18n';

type Actor = components['schemas']['ActorResponse'];

/** Who did something, in front of people; null where that is not known. */
export function actorName(actor: Actor | null | undefined): string | null {
  if (!actor) return null;
  return actor.type === 'system' ? t('parts.history.system') : actor.display_name;
}
