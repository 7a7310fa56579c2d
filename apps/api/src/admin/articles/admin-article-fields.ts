import { MAX_SUMMARY_LENGTH, MAX_TAG_LENGTH, MAX_TAGS } from '@libs/content';
import { SUPPORTED_LOCALES } from '@libs/kernel';
import { Transform } from 'class-transformer';
import { applyDecorators } from '@nestjs/common';
import { checkLocalizedText, checkObject, checkText, type FieldCheck } from '../../http/fields/field-checks';
import { Checked, type FieldOptions, Values } from '../../http/fields/fields';

/** Fields that only articles have. */
const checkTag = checkText({ max: MAX_TAG_LENGTH, pattern: /^\P{Cc}+$/u, patternCode: 'invalid_text' });
const checkTexts = checkLocalizedText({ max: MAX_SUMMARY_LENGTH });

/** A text keyed by locale, which may be in no language at all. */
export function Summary(options: FieldOptions): PropertyDecorator {
  const text = { type: 'string', minLength: 1, maxLength: MAX_SUMMARY_LENGTH };
  const properties = Object.fromEntries(SUPPORTED_LOCALES.map((locale) => [locale, text]));
  return Checked(checkSummary, { type: 'object', properties, additionalProperties: false }, options);
}

/** Words, without the blanks around them. */
export function Tags(options: FieldOptions): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) =>
      Array.isArray(value)
        ? value.map((tag: unknown) => (typeof tag === 'string' ? tag.trim() : tag))
        : (value as unknown),
    ),
    Values(checkTag, { max: MAX_TAGS }, { type: 'string', minLength: 1, maxLength: MAX_TAG_LENGTH }, options),
  );
}

const checkSummary: FieldCheck = (value) => {
  const isEmpty = checkObject(value) === null && Object.keys(value as object).length === 0;
  return isEmpty ? null : checkTexts(value);
};
