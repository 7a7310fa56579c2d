import { computed, effectScope, shallowRef, watch } from 'vue';
import { can } from '../api/can';
import { call } from '../api/client';
import { me } from '../api/me';
import { visit } from '../api/visit';

/** The setting of it. */
export const TIME_ZONE = 'tenant.time_zone';
/** What holds where nobody has set it. */
const STANDARD = 'UTC';

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const ofTenant = shallowRef<string | null>(null);

/** Where the administrator is: as the profile says, else as the browser does. */
export const ownZone = computed(() => me.profile.value?.time_zone ?? browserZone);

/** By which the tenant counts its days; one's own for those who may not read it. */
export const tenantZone = computed(() => ofTenant.value ?? ownZone.value);

/** Before the second factor that a tenant demands there is a context, and nothing to read. */
const mayRead = computed(() => me.profile.value !== null && can('listAdminSettings'));

// For as long as the page lives, whichever part asks first.
effectScope(true).run(() => {
  watch([mayRead, () => visit.value?.tenant.id], () => void readTenantZone(), { immediate: true });
});

/** Reads it again, as after somebody has set another. */
export async function readTenantZone(): Promise<void> {
  ofTenant.value = null;
  if (!mayRead.value) return;
  const tenant = visit.value?.tenant.id;
  try {
    const { items } = await call('listAdminSettings', { query: { q: TIME_ZONE, status: 'active' } });
    if (visit.value?.tenant.id !== tenant) return;
    const found = items.filter(({ key }) => key === TIME_ZONE);
    const { value } = found.find(({ scope }) => scope === 'tenant') ?? found[0] ?? { value: STANDARD };
    ofTenant.value = typeof value === 'string' ? value : STANDARD;
  } catch {
    // One's own zone serves as well until the next visit of the page.
  }
}
