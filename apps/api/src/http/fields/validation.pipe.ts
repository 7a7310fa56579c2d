import { setImmediate } from 'node:timers/promises';
import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validate, type ValidationError } from 'class-validator';
import { MAX_FIELD_ERRORS, oncePer, ValidationFailedError, type FieldError } from '@libs/kernel';
import type { FieldProblem } from './field-checks';
import { FIELD_CONSTRAINT } from './fields';
import { isLongBody } from '../request/long-bodies';
import type { Query } from '../request/query';
import { queryFields } from './query-fields';
import { rememberRules } from './remembered-rules';

rememberRules(getMetadataStorage());

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
    const known = documentedFields(metatype);
    const input = type === 'query' ? queryFields(value as Query, known) : bodyFields(value, known);
    const dto = plainToInstance(metatype as new () => object, input, { exposeDefaultValues: true });
    const turn = isLongBody(value) ? setImmediate : null;
    if (turn) await turn();
    const errors = await validate(dto, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false });
    if (errors.length > 0) {
      // Unknown fields first, the others as documented: class-validator puts those of a base class last.
      const order = [...known];
      const inOrder = errors.toSorted((a, b) => order.indexOf(a.property) - order.indexOf(b.property));
      throw new ValidationFailedError(
        inOrder.flatMap((error) => fieldErrors(error, '')),
        (dto as Refusable).refusal?.(),
      );
    }
    if (turn) await turn();
    return dto;
  }
}

/** Unknown fields beyond those that are reported are left out: looking at each takes a while. */
function bodyFields(value: unknown, known: ReadonlySet<string>): object {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw ValidationFailedError.of('', 'not_object');
  const names = Object.keys(value);
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length <= MAX_FIELD_ERRORS) return value;
  const surplus = new Set(unknown.slice(MAX_FIELD_ERRORS));
  const looked = names.filter((name) => !surplus.has(name));
  return Object.fromEntries(looked.map((name) => [name, (value as Record<string, unknown>)[name]]));
}

/** The names that the field decorators documented; the same list that OpenAPI shows. */
export const documentedFields = oncePer(({ prototype }: { readonly prototype: object }): ReadonlySet<string> => {
  const names = (Reflect.getMetadata('swagger/apiModelPropertiesArray', prototype) ?? []) as string[];
  return new Set(names.map((name) => name.replace(/^:/, '')));
});

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
