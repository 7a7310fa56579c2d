import { applyDecorators, SetMetadata, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';

const FORM = 'appkernel:body-form';
const FIELDS = 'appkernel:upload-fields';

/** The forms that a handler reads itself; `form` is multipart or urlencoded, as mail programs send either. */
type FormToRead = 'multipart' | 'urlencoded' | 'form';

export type BodyForm = 'json' | FormToRead;

/** Marks a handler that reads a body of this form itself, without `@Body`. */
export function ReadsBody(form: FormToRead): MethodDecorator {
  return (_controller, _name, { value }: PropertyDescriptor) => Reflect.defineMetadata(FORM, form, value as object);
}

/** Marks a handler that receives a file in a multipart form. @param fields the fields that it may have beside the file. */
export function ReceivesUpload(fields: readonly string[]): MethodDecorator {
  return applyDecorators(ReadsBody('multipart'), SetMetadata(FIELDS, fields));
}

/** The fields of such a form; null for a handler that receives no file. */
export function uploadFieldsOf(handler: object): readonly string[] | null {
  return (Reflect.getMetadata(FIELDS, handler) as readonly string[] | undefined) ?? null;
}

/** The form of the body that the handler takes; null if it takes none. */
export function bodyFormOf(controller: Type, name: string, handler: object): BodyForm | null {
  const form = Reflect.getMetadata(FORM, handler) as FormToRead | undefined;
  if (form) return form;
  return bodyParameterOf(controller, name) === null ? null : 'json';
}

/** The class of the body that the handler receives; null if it receives none. */
export function bodyTypeOf(controller: Type, name: string): Type | null {
  const parameter = bodyParameterOf(controller, name);
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, name) as Type[] | undefined;
  return (parameter === null ? null : types?.[parameter]) ?? null;
}

/** The place of the body among the parameters of the handler. */
function bodyParameterOf(controller: Type, name: string): number | null {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<string, unknown>;
  const key = Object.keys(parameters).find((one) => one.startsWith(`${RouteParamtypes.BODY}:`));
  return key === undefined ? null : (parameters[key] as { index: number }).index;
}
