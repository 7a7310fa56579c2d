import { onScopeDispose, ref, shallowRef } from 'vue';
import { call } from '../../api/client';
import { operationsOf, type Kind, type Preview } from './kinds';

interface Counted {
  readonly preview: Preview;
  readonly at: string;
}

/** Whom a draft would reach as it is saved, asked anew by `count`. Of several questions the last one is answered. */
export function usePreview(kind: Kind) {
  const counted = shallowRef<Counted | null>(null);
  const error = shallowRef<unknown>(null);
  const isCounting = ref(false);
  let latest = 0;
  onScopeDispose(() => (latest += 1));

  async function count(path: { readonly app_id: string; readonly id: string }): Promise<Preview | null> {
    latest += 1;
    const mine = latest;
    isCounting.value = true;
    try {
      const preview = await call(operationsOf(kind).preview, { path });
      if (mine !== latest) return null;
      counted.value = { preview, at: new Date().toISOString() };
      error.value = null;
      return preview;
    } catch (problem) {
      if (mine === latest) error.value = problem;
      return null;
    } finally {
      if (mine === latest) isCounting.value = false;
    }
  }

  return { counted, error, isCounting, count };
}
