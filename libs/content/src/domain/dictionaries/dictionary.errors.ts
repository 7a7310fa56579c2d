import { error } from '../../locales/texts';

export class DictionaryLimitError extends error(
  'conflict',
  'CONTENT.DICTIONARY.TOO_MANY',
  'Too many dictionaries in the scope',
) {}
