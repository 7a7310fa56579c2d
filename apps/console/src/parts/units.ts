import type { components } from '../api/schema';

type Unit = components['schemas']['AdminOrganizationUnitResponse'];

/** Departments with those above them, in the order of the tree: as the list of all of them comes. */
export function unitOptions(units: readonly Unit[]): { readonly value: string; readonly label: string }[] {
  return units.map(({ id, path, name }) => ({ value: id, label: [...path, name].join(' › ') }));
}
