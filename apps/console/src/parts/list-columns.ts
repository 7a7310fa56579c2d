import { computed, shallowRef, watch, type ComputedRef } from 'vue';
import { session } from '../api/session';
import type { Column } from './list-types';

const PREFIX = 'ak-columns:';

watch(
  session.state,
  (state) => {
    if (state !== 'out') return;
    for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name);
  },
  { flush: 'sync' },
);

/** Which columns somebody wants to see of a list, remembered in this browser until they sign out. */
export function useColumns<Row>(name: string, columns: () => readonly Column<Row>[]) {
  const chosen = shallowRef<Readonly<Record<string, boolean>>>(read(name));
  const isShown = ({ key, hidden }: Column<Row>): boolean => chosen.value[key] ?? !hidden;
  const shown: ComputedRef<readonly Column<Row>[]> = computed(() => {
    const some = columns().filter(isShown);
    // The first names the row, and leads to it.
    return some.length > 0 ? some : columns().slice(0, 1);
  });
  return {
    shown,
    isShown,
    show: (key: string, isWanted: boolean) => {
      chosen.value = { ...chosen.value, [key]: isWanted };
      localStorage.setItem(PREFIX + name, JSON.stringify(chosen.value));
    },
  };
}

function read(name: string): Record<string, boolean> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? '{}');
    const entries = Object.entries(stored as object).filter(([, value]) => typeof value === 'boolean');
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}
