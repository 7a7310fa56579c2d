import { adminList } from './administration';
import { me, preferences } from './members';
import { configuration, configuration304, policy, regionsRoots, regionsSearch } from './public';
import { login, refresh } from './sign-in';
import type { Suite } from './suite';

export const SUITES: readonly Suite[] = [
  configuration,
  configuration304,
  regionsRoots,
  regionsSearch,
  policy,
  me,
  preferences,
  refresh,
  login,
  adminList,
];
