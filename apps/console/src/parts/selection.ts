import { computed, shallowRef } from 'vue';

/** What a batch of the API takes at most. */
export const MOST_SELECTED = 100;

/** Rows that somebody ticked, on whatever page of a list. */
export function useSelection() {
  const ids = shallowRef<ReadonlySet<string>>(new Set());
  /** Those that stopped a batch, or were left out of it; with the reason of each where it has one of its own. */
  const refused = shallowRef<ReadonlyMap<string, string | null>>(new Map());
  return {
    ids,
    refused,
    count: computed(() => ids.value.size),
    isTooMany: computed(() => ids.value.size > MOST_SELECTED),
    toggle: (id: string) => {
      const next = new Set(ids.value);
      if (!next.delete(id)) next.add(id);
      ids.value = next;
    },
    setAll: (some: readonly string[], isSelected: boolean) => {
      const next = new Set(ids.value);
      for (const id of some) next[isSelected ? 'add' : 'delete'](id);
      ids.value = next;
    },
    clear: () => {
      ids.value = new Set();
      refused.value = new Map();
    },
    refuse: (some: readonly string[]) => (refused.value = new Map(some.map((id) => [id, null]))),
    /** What is left where the others are done: each with its reason. */
    leave: (reasons: ReadonlyMap<string, string>) => {
      ids.value = new Set(reasons.keys());
      refused.value = reasons;
    },
    /** The batch without those that stopped it. */
    dropRefused: () => {
      ids.value = new Set([...ids.value].filter((id) => !refused.value.has(id)));
      refused.value = new Map();
    },
  };
}

export type Selection = ReturnType<typeof useSelection>;
