import { error } from '../../locales/texts';

export class CategoryInUseError extends error('conflict', 'CONTENT.CATEGORY.IN_USE', 'The category is in use') {}

export class CategoryLimitError extends error(
  'conflict',
  'CONTENT.CATEGORY.TOO_MANY',
  'Too many categories in the App',
) {}
