import { computed } from 'vue';
import type { RouteLocationRaw } from 'vue-router';
import { useRead } from '../api/reads';
import { placeOf, reachable, recordAt } from '../frame/allowed-menu';
import { screenOfDeed, type Deed } from './deeds';

/** Where what deeds of one App, or of none, are about is shown: null where no screen of the reader's does, or it is gone. */
export function useDeedPlaces(deeds: () => readonly Deed[]): (deed: Deed) => RouteLocationRaw | null {
  const path = computed(() => ({ app_id: deeds().find(({ app_id }) => app_id !== null)?.app_id ?? '' }));
  const pages = computed(() => idsOf('pages.record'));
  const documents = computed(() => idsOf('legal.record'));
  const ofPages = useRead('listAdminPages', () => ({ path: path.value, query: { ids: pages.value } }), {
    enabled: () => pages.value.length > 0,
  });
  const ofDocuments = useRead(
    'listAdminLegalDocuments',
    () => ({ path: path.value, query: { ids: documents.value } }),
    {
      enabled: () => documents.value.length > 0,
    },
  );
  /** By the ids that deeds tell. */
  const keys = computed(
    () =>
      new Map(
        [...(ofPages.data.value?.items ?? []), ...(ofDocuments.data.value?.items ?? [])].map(({ id, key }) => [
          id,
          key,
        ]),
      ),
  );

  function idsOf(screen: string): string[] {
    return [...new Set(deeds().flatMap((deed) => (screenOfDeed(deed) === screen ? (deed.resource_id ?? []) : [])))];
  }

  return (deed) => {
    const name = screenOfDeed(deed);
    if (name === null || !reachable(name)) return null;
    const { app_id, resource_type } = deed;
    const id = deed.resource_id ?? '';
    if (resource_type === 'app') return placeOf(name, id);
    if (!name.endsWith('.record')) return placeOf(name, app_id);
    if (resource_type !== 'page' && resource_type !== 'legal_document') return recordAt(name, id, app_id);
    const key = keys.value.get(id);
    return key === undefined ? null : recordAt(name, key, app_id);
  };
}
