import { useI18n } from 'vue-i18n';
import { useWrite } from '../api/reads';
import type { components } from '../api/schema';
import { signOut } from '../api/session';
import { say } from '../toast';
import { askAndAttempt, reasonHeader } from './confirm';

type Session = components['schemas']['AdminSessionResponse'];

/** Ends sessions of anybody, after a question. */
export function useSessionEnds() {
  const { t } = useI18n();
  const { mutateAsync: revoke, isPending } = useWrite('revokeAdminSession');

  /** @returns whether it was ended. */
  function askAndEnd({ id, user, current }: Session): Promise<boolean> {
    const question = {
      title: t(current ? 'parts.sessions.own_title' : 'parts.sessions.end_title', {
        name: user.display_name ?? t('parts.person.nameless'),
      }),
      text: t(current ? 'parts.sessions.own_text' : 'parts.sessions.end_text'),
      act: t(current ? 'actions.sign_out' : 'parts.sessions.end'),
      ...{ danger: true, takesReason: !current },
    };
    return askAndAttempt(question, async (answer) => {
      if (current) return signOut();
      await revoke({ path: { id }, headers: reasonHeader(answer) });
      say(t('parts.sessions.ended'));
    });
  }

  return { askAndEnd, isPending };
}
