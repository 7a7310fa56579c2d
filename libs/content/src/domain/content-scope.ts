import type { SupportedLocale } from '@libs/kernel';

/** The App that the content belongs to. */
export interface ContentScope {
  readonly tenantId: string;
  readonly appId: string;
}

/** The same for those who write: in the App's default locale texts are required. */
export interface EditorScope extends ContentScope {
  readonly defaultLocale: SupportedLocale;
}
