import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import { ValidationFailedError, type FieldError } from '@libs/kernel';
import type { FieldProblem } from './field-checks';
import { FIELD_CONSTRAINT } from './fields';
import type { Query } from '../request/query';
import { queryFields } from './query-fields';

/** A DTO that adds members to the problem document when it is refused. */
export interface Refusable {
  /** Further members of the problem document. The fields hold unvalidated values. */
  refusal?(): Readonly<Record<string, unknown>>;
}

/** Turns body and query into their DTO, or refuses them with a path and a code for each field (422). */
@Injectable()
export class ValidationPipe implements PipeTransform {
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if ((type !== 'body' && type !== 'query') || !metatype || metatype === Object) return value;
    const input =
      type === 'query'
        ? queryFields(value as Query, new Set(Object.keys(swaggerProperties(metatype))))
        : bodyFields(value);
    const dto = plainToInstance(metatype as new () => object, input, { exposeDefaultValues: true });
    const errors = await validate(dto, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false });
    if (errors.length > 0) {
      throw new ValidationFailedError(
        errors.flatMap((error) => fieldErrors(error, '')),
        (dto as Refusable).refusal?.(),
      );
    }
    return dto;
  }
}

function bodyFields(value: unknown): object {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw ValidationFailedError.of('', 'not_object');
  return value;
}

/** The names that the field decorators documented; the same list that OpenAPI shows. */
function swaggerProperties(metatype: unknown): Record<string, true> {
  const names = (Reflect.getMetadata(
    'swagger/apiModelPropertiesArray',
    (metatype as { prototype: object }).prototype,
  ) ?? []) as string[];
  return Object.fromEntries(names.map((name) => [name.replace(/^:/, ''), true]));
}

function fieldErrors(error: ValidationError, path: string): FieldError[] {
  const field = path === '' ? error.property : `${path}.${error.property}`;
  const constraints = error.constraints ?? {};
  const own = constraints[FIELD_CONSTRAINT];
  if (own !== undefined) {
    const { item, ...problem } = JSON.parse(own) as FieldProblem;
    return [{ field: item === undefined ? field : `${field}.${item}`, ...problem }];
  }
  if ('whitelistValidation' in constraints) return [{ field, code: 'unknown_field' }];
  const children = (error.children ?? []).flatMap((child) => fieldErrors(child, field));
  return children.length > 0 ? children : [{ field, code: 'not_object' }];
}
