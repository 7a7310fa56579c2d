import type { ListRequest } from '@libs/kernel';

/** Whoever asks for a list whose order by texts is beside the point. */
export const READER: Pick<ListRequest, 'languages'> = { languages: { locale: 'zh-CN', defaultLocale: 'zh-CN' } };
