import { domainError } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';

export class CategoryInUseError extends domainError(
  'conflict',
  'CONTENT.CATEGORY.IN_USE',
  'The category is in use',
  TEXTS,
) {}

export class CategoryLimitError extends domainError(
  'conflict',
  'CONTENT.CATEGORY.TOO_MANY',
  'Too many categories in the App',
  TEXTS,
) {}
