import type { Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';

const FORM = 'appkernel:body-form';

/** The forms that a handler reads from the request by itself. A mail program may send `form` in either of two. */
type FormToRead = 'multipart' | 'urlencoded' | 'form';

export type BodyForm = 'json' | FormToRead;

/** A handler without `@Body` that reads a body all the same, of this form. */
export function ReadsBody(form: FormToRead): MethodDecorator {
  return (_controller, _name, { value }: PropertyDescriptor) => Reflect.defineMetadata(FORM, form, value as object);
}

/** The form of the body that the handler takes; null for one that takes none, and so must take no notice of any. */
export function bodyFormOf(controller: Type, name: string, handler: object): BodyForm | null {
  const form = Reflect.getMetadata(FORM, handler) as FormToRead | undefined;
  if (form) return form;
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as object;
  return Object.keys(parameters).some((key) => key.startsWith(`${RouteParamtypes.BODY}:`)) ? 'json' : null;
}
