import type { components } from '../api/schema';
import { t } from '../i18n';

type Person = Pick<components['schemas']['AdminUserResponse'], 'display_name' | 'identifiers'>;

/** The address that mails go to, else whatever somebody signs in with. */
export function addressOf({ identifiers }: Pick<Person, 'identifiers'>): string | null {
  const [first] = identifiers.toSorted((one, other) => rank(one) - rank(other));
  return first?.value ?? null;
}

function rank({ type, is_primary }: Person['identifiers'][number]): number {
  return (type === 'email' ? 0 : 2) + (is_primary ? 0 : 1);
}

export function personName(person: Person): string {
  return person.display_name ?? addressOf(person) ?? t('parts.person.nameless');
}
