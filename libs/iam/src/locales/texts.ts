import { type Catalogues, errorsOf } from '@libs/kernel';
import enUS from './en-US.json';
import jaJP from './ja-JP.json';
import zhCN from './zh-CN.json';
import zhTW from './zh-TW.json';

/** What this part of the product says in each locale: a key that one of them lacks fails the compiler. */
export const TEXTS: Catalogues<typeof enUS> = { 'zh-CN': zhCN, 'zh-TW': zhTW, 'en-US': enUS, 'ja-JP': jaJP };

/** Makes the class of one error, whose text is among them. */
export const error = errorsOf(TEXTS);
