import { onBeforeUnmount, watch, type Ref } from 'vue';

interface Saved {
  readonly isDirty: Readonly<Ref<boolean>>;
  readonly isSaving: Readonly<Ref<boolean>>;
  readonly save: () => Promise<boolean>;
}

/** So long after the last change it is saved. */
const PAUSE_MS = 600;

/**
 * Saves a form once whoever fills it pauses, so that what depends on the saved record follows what is chosen. What was
 * refused is sent again only after it has changed.
 *
 * @param content of the form, null while it is not to be saved.
 */
export function useSelfSaving(form: Saved, content: () => string | null): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sent: string | null = null;

  function schedule(): void {
    clearTimeout(timer);
    const now = content();
    if (now === null || now === sent || !form.isDirty.value) return;
    timer = setTimeout(() => {
      sent = now;
      void form.save();
    }, PAUSE_MS);
  }

  watch([content, form.isDirty], schedule);
  watch(form.isSaving, (isSaving) => {
    if (isSaving) return;
    if (!form.isDirty.value) sent = null;
    schedule();
  });
  onBeforeUnmount(() => clearTimeout(timer));
}
