import { useQueryClient } from '@tanstack/vue-query';
import { ref } from 'vue';
import { call } from '../../api/client';
import { me } from '../../api/me';
import { t } from '../../i18n';
import { confirm, reasonHeader, reasonIn } from '../../parts/confirm';
import { addressOf, personName } from '../../parts/people';
import { attempt, say } from '../../toast';
import { isInvited, type User } from './user-kinds';

/** Whether somebody may come in at all: invited again, sent a reset, disabled, enabled, deleted. */
export function useUserActs() {
  const queries = useQueryClient();
  /** Whom something is being done to. */
  const busy = ref<string | null>(null);

  async function doing({ id }: User, deed: () => Promise<void>): Promise<boolean> {
    if (busy.value !== null) return false;
    busy.value = id;
    const isDone = await attempt(deed);
    busy.value = null;
    // Also after a failure: somebody else may have been quicker.
    void queries.invalidateQueries();
    return isDone;
  }

  /** A text that says more where it is about oneself. */
  function about(which: 'disable' | 'delete', { id }: User): string {
    const text = t(`administrators.${which}_text`);
    return me.context.value?.user.id === id ? `${text} ${t('administrators.own_warning')}` : text;
  }

  return {
    busy,
    sendLink: async (user: User): Promise<void> => {
      const kind = isInvited(user) ? 'invitation' : 'reset';
      const values = { name: personName(user), email: addressOf(user) };
      const answer = await confirm({
        title: t(`administrators.${kind}_title`, values),
        text: t(`administrators.${kind}_text`, values),
        act: t(`administrators.${kind}_act`),
      });
      if (!answer) return;
      await doing(user, async () => {
        await call('sendAdminUserPasswordReset', { path: { id: user.id } });
        say(t(`administrators.${kind}_sent`, values));
      });
    },
    enable: async (user: User): Promise<void> => {
      const name = personName(user);
      const answer = await confirm({
        ...{ title: t('administrators.enable_title', { name }), text: t('administrators.enable_text') },
        ...{ act: t('administrators.enable'), takesReason: true },
      });
      if (!answer) return;
      await doing(user, async () => {
        const { id, lock_version } = user;
        await call('enableAdminUser', { path: { id }, body: { lock_version, ...reasonIn(answer) } });
        say(t('administrators.enabled', { name }));
      });
    },
    disable: async (user: User): Promise<void> => {
      const name = personName(user);
      const answer = await confirm({
        ...{ title: t('administrators.disable_title', { name }), text: about('disable', user) },
        ...{ act: t('administrators.disable'), danger: true, takesReason: true },
      });
      if (!answer) return;
      await doing(user, async () => {
        const { id, lock_version } = user;
        await call('disableAdminUser', { path: { id }, body: { lock_version, ...reasonIn(answer) } });
        say(t('administrators.disabled', { name }));
      });
    },
    endSessions: async (user: User): Promise<void> => {
      const name = personName(user);
      const answer = await confirm({
        ...{ title: t('administrators.end_all_title', { name }), text: t('administrators.end_all_text') },
        ...{ act: t('administrators.end_all'), danger: true },
      });
      if (!answer) return;
      await doing(user, async () => {
        await call('revokeAdminUserSessions', { path: { id: user.id } });
        say(t('administrators.ended_all', { name }));
      });
    },
    /** @param leave goes where the user is not read any more, before everything on the page is read again. */
    remove: async (user: User, leave: () => Promise<unknown>): Promise<void> => {
      const name = personName(user);
      const answer = await confirm({
        ...{ title: t('administrators.delete_title', { name }), text: about('delete', user) },
        ...{ act: t('administrators.delete'), danger: true, typed: addressOf(user) ?? name, takesReason: true },
      });
      if (!answer) return;
      await doing(user, async () => {
        await call('deleteAdminUser', { path: { id: user.id }, headers: reasonHeader(answer) });
        say(t('administrators.deleted', { name }));
        await leave();
      });
    },
  };
}
