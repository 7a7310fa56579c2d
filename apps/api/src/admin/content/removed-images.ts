import type { RemovedImage } from '@libs/content';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';

export class AdminRemovedImageResponse extends answer({
  locale: field.locale().about('The language of the body'),
  url: field.text().about('The URL, of at most 2,000 characters').example('https://cdn.example.com/a.png'),
}) {}

/** What a request that saves a text removed from it; other answers do not say it. */
export const removedImages = field
  .listOf<RemovedImage, AdminRemovedImageResponse>(() => AdminRemovedImageResponse)
  .optional()
  .about(
    'Images of other sites that this request removed from the text, at most 100 in each language: those over http, and those over https unless the App allows them. Only in answers to requests that save a text.',
  )
  .example([]);
