import type { SupportedLocale } from '@libs/kernel';
import type { PackedStrings } from './packed-strings';

/** The names of all nodes. Names equal to the zh-CN one are not stored for other locales. */
export class RegionNames {
  constructor(private readonly names: Readonly<Record<SupportedLocale, PackedStrings>>) {}

  of(node: number, locale: SupportedLocale): string {
    return this.names[locale].at(node) || this.names['zh-CN'].at(node);
  }
}
