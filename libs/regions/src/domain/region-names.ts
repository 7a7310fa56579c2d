import type { SupportedLocale } from '@libs/kernel';
import type { PackedStrings } from './packed-strings';

/** The names of all nodes. Names equal to the zh-CN one are not stored for other locales. */
export class RegionNames {
  constructor(private readonly names: Readonly<Record<SupportedLocale, PackedStrings>>) {}

  of(node: number, locale: SupportedLocale): string {
    return this.names[locale].at(node) || this.names['zh-CN'].at(node);
  }

  /** The name in each locale after a treatment, which is applied once to names that are the same. */
  ofAll(node: number, treat: (name: string) => string): Record<SupportedLocale, string> {
    const chinese = treat(this.names['zh-CN'].at(node));
    const treated = (locale: SupportedLocale): string => {
      const own = this.names[locale].at(node);
      return own === '' ? chinese : treat(own);
    };
    return { 'zh-CN': chinese, 'zh-TW': treated('zh-TW'), 'en-US': treated('en-US'), 'ja-JP': treated('ja-JP') };
  }
}
