import { ApiParam } from '@nestjs/swagger';
import { answerHeaders } from '../../http/answers/answer-headers';

/** Documents the parameter of the path. */
export function ArticleSlug(): MethodDecorator {
  return ApiParam({
    name: 'slug',
    description:
      'The slug of the article; or its id, or a slug under which it was published before: then `Content-Location` has the path with the present one. A slug under which another article is published is that article’s.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$' },
    example: 'how-we-deliver',
  });
}

export const ARTICLE_LOCATION = answerHeaders('Content-Location');
