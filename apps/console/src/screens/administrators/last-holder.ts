import { computed } from 'vue';
import { useRead } from '../../api/reads';
import { INDISPENSABLE, type User } from './user-kinds';

/** The roles that nobody but the user has: they can be neither taken away, nor can the user go. */
export function useLastHolder(user: () => User | null) {
  const counts = INDISPENSABLE.map((role) => ({
    role,
    ...useRead(
      'listAdminUsers',
      { query: { role, status: 'active', page_size: 1 } },
      { enabled: () => user()?.status === 'active' && (user()?.roles.includes(role) ?? false) },
    ),
  }));
  return computed<string[]>(() => {
    const now = user();
    if (now?.status !== 'active') return [];
    return counts.flatMap(({ role, data }) => (now.roles.includes(role) && data.value?.total === 1 ? [role] : []));
  });
}
