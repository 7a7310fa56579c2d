import { ResourceNotFoundError, ValidationFailedError, VersionConflictError } from './common-errors';
import { DomainError, errorCatalogue, errorsOf } from './domain-error';
import { SUPPORTED_LOCALES } from './locale';

const CODE = 'KITCHEN.TEAPOT.SHORT';
const texts = {
  'zh-CN': { errors: { [CODE]: '一' } },
  'zh-TW': { errors: { [CODE]: '二' } },
  'en-US': { errors: { [CODE]: 'three' } },
  'ja-JP': { errors: { [CODE]: '四' } },
};

const error = errorsOf(texts);

class TeapotError extends error('conflict', CODE, 'Short and stout') {}

describe('A domain error', () => {
  it('carries the definition of its code', () => {
    const error = new TeapotError({ retryAfterSeconds: 2, extra: { handle: 1 }, cause: 'steam' });
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({
      name: 'TeapotError',
      message: 'KITCHEN.TEAPOT.SHORT: Short and stout',
      definition: { kind: 'conflict', code: 'KITCHEN.TEAPOT.SHORT', title: 'Short and stout' },
      retryAfterSeconds: 2,
      extra: { handle: 1 },
      cause: 'steam',
    });
    expect(TeapotError.definition).toBe(error.definition);
  });

  it('says what to do in each locale', () => {
    for (const locale of SUPPORTED_LOCALES) expect(new TeapotError().detail(locale)).toBe(texts[locale].errors[CODE]);
  });

  it('has a code that is defined once', () => {
    expect(() => error('conflict', CODE, 'Another')).toThrow('defined twice');
  });
});

describe('The catalogue', () => {
  it('holds every error once, in the order of the codes', () => {
    const codes = errorCatalogue().map(({ code }) => code);
    expect(codes).toEqual([...new Set(codes)].sort());
    expect(codes).toEqual(
      expect.arrayContaining([ResourceNotFoundError, VersionConflictError].map((type) => type.definition.code)),
    );
  });
});

describe('ValidationFailedError', () => {
  it('lists at most 20 fields', () => {
    const fields = Array.from({ length: 30 }, (_, index) => ({ field: `field_${index}`, code: 'required' }));
    expect(new ValidationFailedError(fields).fields).toEqual(fields.slice(0, 20));
  });

  it('names a field by no more than 200 characters, whole ones', () => {
    const [long, split] = new ValidationFailedError([
      { field: 'x'.repeat(10_000), code: 'unknown_field' },
      { field: `${'x'.repeat(199)}😀`, code: 'unknown_field' },
    ]).fields;
    expect(long?.field).toBe('x'.repeat(200));
    expect(split?.field.isWellFormed()).toBe(true);
    expect(split?.field.length).toBeLessThanOrEqual(200);
  });
});
