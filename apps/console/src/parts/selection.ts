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
    /** Whichever are still ticked: somebody may have thought better of it while the batch was under way. */
    refuse: (some: readonly string[]) => {
      refused.value = new Map(some.filter((id) => ids.value.has(id)).map((id) => [id, null]));
    },
    /** A batch has ended: those that are done leave, and of the others each that is still ticked gets its reason. */
    settle: (done: Iterable<string>, reasons: ReadonlyMap<string, string>) => {
      const next = new Set(ids.value);
      for (const id of done) next.delete(id);
      ids.value = next;
      refused.value = new Map([...reasons].filter(([id]) => next.has(id)));
    },
    /** The batch without those that stopped it. */
    dropRefused: () => {
      ids.value = new Set([...ids.value].filter((id) => !refused.value.has(id)));
      refused.value = new Map();
    },
  };
}

export type Selection = ReturnType<typeof useSelection>;
