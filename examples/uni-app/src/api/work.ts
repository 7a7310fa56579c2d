import { isApiError } from '@appkernel/sdk';
import { ref } from 'vue';
import { i18n } from '../locale';

/** What to tell people of an error. Those of the api have a message in their language. */
export function textOf(error: unknown): string {
  const { t } = i18n.global;
  if (isApiError(error, 'CLIENT.UNREACHABLE', 'CLIENT.TIMEOUT')) return t('error.offline');
  if (isApiError(error, 'REQUEST.VALIDATION_FAILED')) return error.problem.errors[0]?.message ?? error.message;
  if (isApiError(error) && !error.code.startsWith('CLIENT.')) return error.message;
  return t('error.unexpected');
}

/** One thing that a page does at a time, and what came of it. */
export function useWork() {
  const isBusy = ref(false);
  const error = ref('');
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (isBusy.value) return false;
    isBusy.value = true;
    error.value = '';
    try {
      await work();
      return true;
    } catch (thrown) {
      error.value = textOf(thrown);
      // Nobody is signed in, as where a page was opened by its address.
      if (isApiError(thrown, 'IAM.TOKEN.MISSING')) void uni.reLaunch({ url: '/pages/start/start' });
      return false;
    } finally {
      isBusy.value = false;
    }
  };
  return { isBusy, error, run };
}
