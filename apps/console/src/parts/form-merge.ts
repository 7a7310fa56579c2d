import { computed, shallowRef } from 'vue';
import { merge, pathKey, type Choice, type Part, type Path, type RowKeys } from './merge';

/** Who saved in between, and when. */
export interface Changed {
  readonly updated_at: string | null;
  readonly updated_by: {
    readonly type: string;
    readonly id: string | null;
    readonly display_name: string | null;
  } | null;
}

interface Options<Values, Answer> {
  readonly rowKeys: RowKeys;
  readonly toValues: (record: Answer) => Values;
  readonly rebase: (fresh: Answer, merged: Values) => void;
}

interface Versions<Values, Answer> {
  readonly base: Values;
  readonly mine: Values;
  readonly theirs: Answer;
}

/** Two changes of the same record: what does not overlap is put together at once, the rest is asked. */
export function useMerge<Values extends object, Answer>({ rowKeys, toValues, rebase }: Options<Values, Answer>) {
  const versions = shallowRef<Versions<Values, Answer> | null>(null);
  const changed = shallowRef<Changed | null>(null);
  const choices = shallowRef<ReadonlyMap<string, Choice>>(new Map());
  const taken = shallowRef<readonly Part[]>([]);

  const merged = computed(() => {
    if (!versions.value) return null;
    const { base, mine, theirs } = versions.value;
    return merge({ base, mine, theirs: toValues(theirs) }, rowKeys, choices.value);
  });
  const conflicts = computed(() => merged.value?.conflicts ?? []);

  function begin(some: Versions<Values, Answer>, by: Changed): void {
    choices.value = new Map();
    versions.value = some;
    changed.value = by;
    taken.value = merged.value?.taken ?? [];
    if (conflicts.value.length === 0) apply();
  }

  /** @returns whether all is decided, and stands in the form. */
  function apply(): boolean {
    if (!versions.value || !merged.value || !isDecided.value) return false;
    rebase(versions.value.theirs, merged.value.value);
    versions.value = null;
    return true;
  }

  const isDecided = computed(() => conflicts.value.every(({ path }) => choices.value.has(pathKey(path))));
  return {
    changed,
    /** What somebody else changed and the form has now. */
    taken,
    conflicts,
    choices,
    isDecided,
    isOpen: computed(() => versions.value !== null && conflicts.value.length > 0),
    begin,
    apply,
    choose: (path: Path, choice: Choice) => (choices.value = new Map([...choices.value, [pathKey(path), choice]])),
    chooseAll: (choice: Choice) =>
      (choices.value = new Map(conflicts.value.map(({ path }): [string, Choice] => [pathKey(path), choice]))),
    end: () => {
      versions.value = null;
      changed.value = null;
      taken.value = [];
    },
  };
}

export type Merging = Omit<ReturnType<typeof useMerge<object, unknown>>, 'begin'>;
