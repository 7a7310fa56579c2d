import { adminList, adminWrite } from './administration';
import { article, articles, articlesFrequent, articlesInCategory, articlesOfMember, articlesRare } from './articles';
import { inbox, unreadCount } from './inbox';
import { me, preferences } from './members';
import { configuration, configuration304, policy, regionsRoots, regionsSearch } from './public';
import { login, refresh } from './sign-in';
import type { Suite } from './suite';

/** Those of the api alone are left out of comparisons. */
export const SUITES: readonly Suite[] = [
  configuration,
  configuration304,
  regionsRoots,
  regionsSearch,
  policy,
  article,
  articles,
  articlesInCategory,
  articlesRare,
  articlesFrequent,
  articlesOfMember,
  me,
  preferences,
  inbox,
  unreadCount,
  refresh,
  login,
  adminList,
  adminWrite,
];
