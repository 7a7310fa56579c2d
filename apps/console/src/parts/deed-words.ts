import { t, textOr } from '../i18n';
import { verbOf, type Deed } from './deeds';

/** What people call a kind of record; its code where a later version has more kinds than this page knows. */
export function typeName(type: string): string {
  return textOr(`parts.deeds.types.${type}`, type);
}

export function titleOfDeed(deed: Deed & { readonly action: string }): string {
  if (deed.resource_type === null) return deed.action;
  return t(`parts.deeds.verbs.${verbOf(deed)}`, { what: typeName(deed.resource_type) });
}
