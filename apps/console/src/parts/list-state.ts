import { computed, shallowRef, type ComputedRef } from 'vue';
import { useRoute, useRouter, type LocationQueryRaw } from 'vue-router';
import { type ListSpec, type ListState, readListState, withListState } from './list-query';
import { nextDay, startOfDay } from './time';

interface StateOfList {
  readonly state: ComputedRef<ListState>;
  /** @param isTyping while somebody types, the back button should not go through each letter. */
  readonly set: (state: ListState, isTyping?: boolean) => void;
}

/** Filters, page and order of a list: in the address, so that it can be copied and gone back to, or in memory for lists within a page. */
export function useListState(spec: () => ListSpec, isInAddress: boolean): StateOfList {
  return isInAddress ? inAddress(spec) : inMemory(spec);
}

function inAddress(spec: () => ListSpec): StateOfList {
  const route = useRoute();
  const router = useRouter();
  return {
    state: computed(() => readListState(route.query, spec())),
    set: (state, isTyping = false) => {
      const query = withListState(route.query, state, spec()) as LocationQueryRaw;
      void router[isTyping ? 'replace' : 'push']({ path: route.path, query });
    },
  };
}

function inMemory(spec: () => ListSpec): StateOfList {
  const state = shallowRef(readListState({}, spec()));
  return { state: computed(() => state.value), set: (next) => (state.value = next) };
}

/** The filters as the API takes them: days become the instants at which they begin and end in the zone. */
export function filtersForApi({ filters }: ListState, spec: ListSpec, zone: string): Record<string, string> {
  const days = spec.filters.flatMap((filter) => (filter.kind === 'days' ? [filter] : []));
  const entries = Object.entries(filters).map(([name, value]): [string, string] => {
    if (days.some(({ from }) => from === name)) return [name, startOfDay(value, zone)];
    if (days.some(({ to }) => to === name)) return [name, startOfDay(nextDay(value), zone)];
    return [name, value];
  });
  return Object.fromEntries(entries);
}
