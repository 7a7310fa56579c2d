import { BODY_FORMATS, MAX_BODY_BYTES, type RemovedImage } from '@libs/content';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { newRequest } from '../../http/fields/request';
import { AdminRemovedImageResponse } from './removed-images';

export class AdminContentPreviewRequest extends newRequest({
  body: field
    .localized(MAX_BODY_BYTES, { min: 0 })
    .about(`In any languages; at most ${MAX_BODY_BYTES} bytes in each. A text may be empty.`)
    .example({ 'zh-CN': '# 街角小店', 'en-US': '# Corner Shop' }),
  bodyFormat: field.one('BodyFormat', BODY_FORMATS),
}) {}

/** A text as publishing it would make it. */
export class AdminContentPreviewResponse extends answer({
  bodyHtml: field
    .localized()
    .about('Sanitised HTML in the languages of the request; pictures have URLs that are valid for an hour')
    .example({ 'zh-CN': '<h1>街角小店</h1>\n', 'en-US': '<h1>Corner Shop</h1>\n' }),
  removed: field
    .listOf<RemovedImage, AdminRemovedImageResponse>(() => AdminRemovedImageResponse)
    .about('Images of other sites that saving would remove from the text, at most 100 in each language')
    .example([]),
}) {}
