import { domainError } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';

export class DictionaryLimitError extends domainError(
  'conflict',
  'CONTENT.DICTIONARY.TOO_MANY',
  'Too many dictionaries in the scope',
  TEXTS,
) {}
