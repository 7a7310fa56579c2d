/** The pages of the guide that something here leads to, by their addresses without language. */
export type GuidePage =
  | 'console'
  | 'first-hour/administrators'
  | 'first-hour/operators'
  | 'operations'
  | `modules/${
      | 'account'
      | 'administrators-and-roles'
      | 'api-clients'
      | 'articles'
      | 'audit'
      | 'captcha-and-sms'
      | 'configuration'
      | 'dictionaries'
      | 'files'
      | 'jobs'
      | 'legal-and-pages'
      | 'members'
      | 'multi-tenancy'
      | 'notices-and-inbox'
      | 'push'
      | 'regions'
      | 'registration-and-sign-in'
      | 'releases'
      | 'sessions-and-devices'
      | 'settings'
      | 'webhooks'}`;

/** Where a page stands, in the language that a reader knows best: the guide is written in Chinese and in English. */
export function guideUrl(page: GuidePage, locale: string): string {
  return `/docs/guide/${locale.startsWith('zh-') ? 'zh/' : ''}${page}`;
}
