import { computed, onScopeDispose, ref } from 'vue';
import { Problem } from '../api/problem';

/** Counts down the seconds for which the server wants no further attempt. */
export function useCountdown() {
  const left = ref(0);
  let timer: ReturnType<typeof setInterval> | undefined;

  function begin(error: unknown): void {
    clearInterval(timer);
    if (!(error instanceof Problem) || error.retryAfter === null) return;
    const until = Date.now() + error.retryAfter * 1_000;
    const tick = (): void => {
      left.value = Math.max(0, Math.ceil((until - Date.now()) / 1_000));
      if (left.value === 0) clearInterval(timer);
    };
    tick();
    timer = setInterval(tick, 500);
  }
  onScopeDispose(() => clearInterval(timer));
  return { left, isWaiting: computed(() => left.value > 0), begin };
}
