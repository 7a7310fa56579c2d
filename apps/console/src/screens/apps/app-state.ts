import { useQueryClient } from '@tanstack/vue-query';
import { ref } from 'vue';
import { call } from '../../api/client';
import type { OperationId } from '../../api/operations';
import type { components } from '../../api/schema';
import { t } from '../../i18n';
import { confirm, reasonHeader } from '../../parts/confirm';
import { problemText } from '../../problem-text';
import { say, sayError } from '../../toast';

export type App = components['schemas']['AdminAppResponse'];

const PUBLIC = 'getPublicConfig' satisfies OperationId;

/** Whether an App is there for its members at all: enabled, disabled, deleted. */
export function useAppState() {
  const queries = useQueryClient();
  /** The App that something is being done to. */
  const busy = ref<string | null>(null);

  async function enable(app: App): Promise<void> {
    await attempt(app, async () => {
      await call('enableAdminApp', { path: { app_id: app.id }, body: { lock_version: app.lock_version } });
      say(t('apps.state.enabled', { name: app.name }));
    });
  }

  /** @returns the App as it is then; null where it is not disabled. */
  async function disable(app: App, question: 'disable' | 'first' = 'disable'): Promise<App | null> {
    const answer = await confirm({
      title: t(`apps.state.${question}_title`, { name: app.name }),
      text: t(`apps.state.${question}_text`, { n: app.member_count }, app.member_count),
      act: t('apps.state.disable'),
      danger: true,
      typed: app.name,
      takesReason: true,
    });
    if (!answer) return null;
    return attempt(app, async () => {
      const disabled = await call('disableAdminApp', {
        path: { app_id: app.id },
        body: { lock_version: app.lock_version, reason: answer.reason },
      });
      say(t('apps.state.disabled', { name: app.name }));
      return disabled;
    });
  }

  /**
   * Only what is disabled can be deleted: an active App is disabled first.
   *
   * @param leave goes where the App is not read any more, before everything on the page is read again.
   */
  async function remove(app: App, leave: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
    const disabled = app.status === 'active' ? await disable(app, 'first') : app;
    if (!disabled) return;
    const answer = await confirm({
      title: t('apps.state.delete_title', { name: app.name }),
      text: t('apps.state.delete_text'),
      act: t('apps.state.delete'),
      danger: true,
      typed: app.name,
      takesReason: true,
    });
    if (!answer) return;
    await attempt(app, async () => {
      await call('deleteAdminApp', { path: { app_id: app.id }, headers: reasonHeader(answer) });
      say(t('apps.state.deleted', { name: app.name }));
      await leave();
    });
  }

  async function attempt<Answer>(app: App, deed: () => Promise<Answer>): Promise<Answer | null> {
    if (busy.value !== null) return null;
    busy.value = app.id;
    try {
      return await deed();
    } catch (problem) {
      sayError(problemText(problem));
      return null;
    } finally {
      busy.value = null;
      // Also after a failure: somebody else may have been quicker.
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== PUBLIC });
      // Of an App that is disabled phones receive nothing: it is asked once the App is known to be there.
      void queries.invalidateQueries({ queryKey: [PUBLIC], refetchType: 'none' });
    }
  }

  return { busy, enable, disable, remove };
}
