import { Transform } from 'class-transformer';
import { field, type FoundThing, localize, type SupportedLocale } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { QueryInteger, Text, Uuid } from '../../http/fields/fields';
import { SEARCH_TYPES } from './search-groups';
import type { FoundGroup } from './searches';

const MAX_ITEMS = 20;

export class AdminSearchQuery {
  @Transform(({ value }) => (typeof value === 'string' ? value.trim() : (value as unknown)))
  @Text(
    { min: 2, max: 100 },
    {
      description:
        'A part of a name or title, ignoring case; or an id, an email address or a mobile number, each of them whole',
      example: 'corner',
    },
  )
  readonly q!: string;

  @Uuid({ optional: true, description: 'Only what belongs to this App, of the groups whose items belong to one' })
  readonly app_id?: string;

  @QueryInteger(1, MAX_ITEMS, { default: 5, description: 'Number of items in each group' })
  readonly limit: number = 5;
}

class AdminSearchItemResponse extends answer({
  id: field
    .text()
    .about('The name of the resource in routes: the slug of a page, the code of a role, otherwise the id')
    .example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902'),
  appId: field
    .uuid()
    .optional()
    .about('The App to which it belongs; of a member with several, that which was joined last')
    .example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902'),
  title: field
    .text()
    .about('The name of the resource, in the language of the request where it has several')
    .example('Corner Shop'),
  subtitle: field
    .text()
    .optional()
    .about('A second line that tells results of the same title apart. Identifiers of people are masked')
    .example('__UNI__A1B2C3D'),
}) {}

class AdminSearchGroupResponse extends answer({
  type: field.one('SearchType', SEARCH_TYPES),
  items: field.listOf(() => AdminSearchItemResponse, MAX_ITEMS),
}) {}

/** Without groups in which nothing was found, or which the caller may not read. */
export class AdminSearchResponse extends answer({
  groups: field.listOf(() => AdminSearchGroupResponse),
}) {
  constructor(groups: readonly FoundGroup[], locale: SupportedLocale) {
    super({ groups: groups.map(({ type, items }) => ({ type, items: items.map((one) => told(one, locale)) })) });
  }
}

function told({ id, appId, title, subtitle }: FoundThing, locale: SupportedLocale) {
  return {
    id,
    title: typeof title === 'string' ? title : localize(title, locale, locale),
    ...(appId !== null && { appId }),
    ...(subtitle !== null && { subtitle }),
  };
}
