import { computed, onScopeDispose, ref, watch } from 'vue';
import { useI18n } from 'vue-i18n';
import { useRead } from '../../api/reads';
import type { Locale } from '../../locale';
import { localize, type LocalizedText } from '../../parts/localized';
import type { NotificationValues } from './notification-form';

/** Of a page: where there are more, those that match what is typed are read. */
const AT_ONCE = 100;
/** How long somebody may pause within a word. */
const PAUSE_MS = 300;

/** What of the App a notice may open, by its slug: proposals for what is typed. */
export function useTargets(
  appId: () => string,
  action: () => NotificationValues['action'],
  standardLocale: () => Locale | undefined,
) {
  const { locale } = useI18n();
  const typed = ref('');
  let timer: ReturnType<typeof setTimeout> | undefined;
  watch(
    () => action().target ?? '',
    (target) => {
      clearTimeout(timer);
      timer = setTimeout(() => (typed.value = target.trim().slice(0, 160)), PAUSE_MS);
    },
    { immediate: true },
  );
  onScopeDispose(() => clearTimeout(timer));

  const isOf = (type: string) => () => action().type === type;
  const path = () => ({ app_id: appId() });
  const pages = { page_size: AT_ONCE };
  const articles = { ...pages, status: 'published' as const };
  const lists = {
    page: useRead('listAdminPages', () => ({ path: path(), query: pages }), { enabled: isOf('page') }),
    article: useRead('listAdminArticles', () => ({ path: path(), query: articles }), { enabled: isOf('article') }),
  };
  const isSought = (type: keyof typeof lists) => () =>
    isOf(type)() && typed.value !== '' && (lists[type].data.value?.total ?? 0) > AT_ONCE;
  const foundPages = useRead('listAdminPages', () => ({ path: path(), query: { ...pages, q: typed.value } }), {
    enabled: isSought('page'),
  });
  const foundArticles = useRead('listAdminArticles', () => ({ path: path(), query: { ...articles, q: typed.value } }), {
    enabled: isSought('article'),
  });

  const named = (title: LocalizedText) => localize(title, locale.value, standardLocale());
  return computed(() => {
    if (isOf('page')()) {
      const { items } = (isSought('page')() ? foundPages : lists.page).data.value ?? {};
      return (items ?? []).map(({ key, title }) => ({ slug: key, text: named(title ?? {}) }));
    }
    const { items } = (isSought('article')() ? foundArticles : lists.article).data.value ?? {};
    return (items ?? []).map(({ slug, title }) => ({ slug, text: named(title) }));
  });
}
