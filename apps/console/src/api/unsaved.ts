import { onScopeDispose, ref, watch, type WatchSource } from 'vue';

/** How many forms on the page hold what is not saved. */
const forms = ref(0);

/** Says that a form holds unsaved input: pages are left, closed and replaced by a new version only after a question. */
export function useUnsaved(isDirty: WatchSource<boolean>): void {
  let held = false;
  const hold = (dirty: boolean): void => {
    if (dirty === held) return;
    held = dirty;
    forms.value += dirty ? 1 : -1;
  };
  watch(isDirty, hold, { immediate: true, flush: 'sync' });
  onScopeDispose(() => hold(false));
}

export function hasUnsaved(): boolean {
  return forms.value > 0;
}

/** Once somebody has signed out, nothing is asked. */
export function letGo(): void {
  forms.value = Number.NEGATIVE_INFINITY;
}
