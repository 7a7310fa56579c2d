import { onScopeDispose, shallowRef, type Ref } from 'vue';
import { dropDraft, keepDraft, readDraft } from '../api/drafts';
import { session } from '../api/session';
import { visit } from '../api/visit';
import { draftKey, fits, isDraft, restored, withoutSecrets, type DraftValue } from './drafts';

interface Options {
  readonly operation: Ref<string>;
  readonly path: () => object;
  readonly isDirty: Ref<boolean>;
}

const PAUSE_MS = 400;

/** Keeps what is typed in this tab, until it is saved or thrown away. */
export function useDraft<Values extends object>({ operation, path, isDirty }: Options) {
  /** When what the form shows was typed, where it comes from a draft. */
  const restoredAt = shallowRef<string | null>(null);
  /** The browser keeps no more: leaving the page would lose what is typed. */
  const isTooLarge = shallowRef(false);
  let pending: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const key = (): string =>
    draftKey(
      session.userId.value ?? '',
      visit.value?.tenant.id ?? session.tenant.value?.id ?? '',
      operation.value,
      path(),
    );

  function flush(): void {
    clearTimeout(timer);
    pending?.();
    pending = null;
  }
  // The tab may be gone before the pause is over.
  addEventListener('pagehide', flush);
  onScopeDispose(() => {
    flush();
    removeEventListener('pagehide', flush);
  });

  return {
    restoredAt,
    isTooLarge,
    keep: (base: Values, values: Values, lockVersion: number | null): void => {
      const name = key();
      if (!isDirty.value) {
        clearTimeout(timer);
        pending = null;
        isTooLarge.value = false;
        dropDraft(name);
        return;
      }
      const draft = withoutSecrets<DraftValue<Values>>({ base, values, lock_version: lockVersion });
      pending = () => (isTooLarge.value = !fits(draft) || !keepDraft(name, draft));
      clearTimeout(timer);
      timer = setTimeout(flush, PAUSE_MS);
    },
    drop: (): void => {
      clearTimeout(timer);
      pending = null;
      restoredAt.value = null;
      dropDraft(key());
    },
    restore: (current: Values): DraftValue<Values> | null => {
      restoredAt.value = null;
      const draft = readDraft(key());
      if (!draft || !isDraft(draft.value)) return null;
      restoredAt.value = draft.at;
      const { base, values, lock_version } = draft.value as DraftValue<Values>;
      return { base: restored(current, base), values: restored(current, values), lock_version };
    },
  };
}
