import type { SupportedLocale } from '@libs/kernel';
import type { PackedStrings } from './packed-strings';

/** The names of all nodes. Where one is the same as in zh-CN, nothing is kept for the other locale. */
export class RegionNames {
  constructor(private readonly names: Readonly<Record<SupportedLocale, PackedStrings>>) {}

  of(node: number, locale: SupportedLocale): string {
    return this.names[locale].at(node) || this.names['zh-CN'].at(node);
  }
}
