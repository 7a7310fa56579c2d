import { ref, shallowRef } from 'vue';
import { useCountdown } from './countdown';

/** One attempt at a time to do what a form is for, with what went wrong and how long to wait. */
export function useAttempt() {
  const running = ref(false);
  const failure = shallowRef<unknown>(null);
  const { left, isWaiting, begin } = useCountdown();

  async function attempt(action: () => Promise<void>): Promise<void> {
    if (running.value || isWaiting.value) return;
    running.value = true;
    failure.value = null;
    try {
      await action();
    } catch (error) {
      failure.value = error;
      begin(error);
    } finally {
      running.value = false;
    }
  }
  return { running, failure, left, isWaiting, attempt };
}
