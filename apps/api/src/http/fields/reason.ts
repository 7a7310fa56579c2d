import type { Type } from '@nestjs/common';
import { ValidationFailedError } from '@libs/kernel';
import { checkText } from './field-checks';
import { type FieldOptions, Text } from './fields';

const MAX_LENGTH = 500;
const MARK = 'appkernel:reason';
const checkReason = checkText({ max: MAX_LENGTH });

/** The header in which a request without a body has it. */
export const REASON_HEADER = 'X-Reason';

/** The field of a body that says why it is done. Only the audit log keeps it, unless the handler does more with it. */
export function Reason({
  description = 'The reason for the change, for the audit log alone',
  example = 'Requested by the legal department',
}: Pick<FieldOptions, 'description' | 'example'> = {}): PropertyDecorator {
  const declare = Text({ max: MAX_LENGTH }, { optional: true, nullable: true, description, example });
  return (prototype, name) => {
    declare(prototype, name);
    Reflect.defineMetadata(MARK, name, prototype);
  };
}

/** The reason in a body of the class, which is not validated yet; null for none, and for what will be refused. */
export function reasonInBody({ prototype }: Type, body: unknown): string | null {
  const name = Reflect.getMetadata(MARK, prototype as object) as string | undefined;
  if (name === undefined || typeof body !== 'object' || body === null) return null;
  const reason = (body as Readonly<Record<string, unknown>>)[name];
  return typeof reason === 'string' && checkReason(reason) === null ? reason : null;
}

/** Each character takes up to twelve in the header. */
export const REASON_IN_HEADER = {
  type: 'string',
  maxLength: MAX_LENGTH * 12,
  example: 'No%20longer%20offered',
};

/** The reason in the header, which is UTF-8 and percent-encoded; null for an empty one. @throws ValidationFailedError */
export function reasonInHeader(header: string): string | null {
  const reason = decoded(header);
  if (reason === null) throw ValidationFailedError.of(REASON_HEADER, 'not_percent_encoded');
  if (reason === '') return null;
  const problem = checkReason(reason);
  if (problem) throw new ValidationFailedError([{ field: REASON_HEADER, ...problem }]);
  return reason;
}

/** Null for anything but the printable characters of ASCII, and for a sequence that is not UTF-8. */
function decoded(header: string): string | null {
  if (!/^[\x20-\x7e]*$/.test(header)) return null;
  try {
    return decodeURIComponent(header);
  } catch {
    return null;
  }
}
