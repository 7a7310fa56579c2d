import { ApiParam } from '@nestjs/swagger';

/** Documents the parameter of the path. */
export function ArticleSlug(): MethodDecorator {
  return ApiParam({
    name: 'slug',
    schema: { type: 'string', pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' },
    example: 'how-we-deliver',
  });
}
