import type { components } from '../api/schema';
import { textOr } from '../i18n';

type Role = Pick<components['schemas']['AdminRoleResponse'], 'code' | 'name' | 'built_in'>;

/** The oldest first: the built-in ones, which the console has to know, are never cut off. */
export const ALL_ROLES = { page_size: 100, sort: 'created_at' } as const;

/** A role in front of people: built-in ones in the language of the page, others as somebody has named them. */
export function roleName({ code, name, built_in }: Role): string {
  return built_in ? textOr(`parts.role_names.${code}`, name) : name;
}

/** What a built-in role is for; empty for others. */
export function roleAbout({ code, built_in }: Role): string {
  return built_in ? textOr(`parts.role_about.${code}`, '') : '';
}
