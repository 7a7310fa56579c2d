import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, operationsWithHead } from './operations';

type Components = NonNullable<OpenAPIObject['components']>;
type Answered = Readonly<Record<string, { readonly examples?: object }>>;
interface Answer {
  readonly content?: Answered;
  readonly headers?: object;
}
type Parameter = Extract<NonNullable<Components['parameters']>[string], { name: string }>;

/** Defines each error response once, named by its codes; operations refer to it. */
export function shareErrors(document: OpenAPIObject): void {
  const shared: NonNullable<Components['responses']> = {};
  for (const { responses } of operationsOf(document)) {
    for (const [status, response] of Object.entries(responses)) {
      if (!response || '$ref' in response) continue;
      const name = nameOfError(status, response);
      if (name === null) continue;
      shared[name] ??= response;
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  document.components = { ...document.components, responses: byName({ ...document.components?.responses, ...shared }) };
}

/** The codes of its problems, or the status and the errors of RFC 6749; null for a success. One that ends a cookie says so. */
function nameOfError(status: string, { content, headers = {} }: Answer): string | null {
  const problems = content?.['application/problem+json']?.examples;
  if (problems) return Object.keys(problems).sort().join('-') + ('Set-Cookie' in headers ? '.Set-Cookie' : '');
  const errors = Number(status) >= 400 ? content?.['application/json']?.examples : undefined;
  return errors ? ['OAuth', status, ...Object.keys(errors).sort()].join('.') : null;
}

/**
 * Defines parameters of several operations once. Of those with the same name and place but different descriptions, the most
 * frequent is shared.
 */
export function shareParameters(document: OpenAPIObject): void {
  const uses = operationsWithHead(document).flatMap(({ parameters = [] }) =>
    parameters.flatMap((parameter, at) => ('$ref' in parameter ? [] : [{ parameters, parameter, at }])),
  );
  const shared: Record<string, Parameter> = {};
  for (const [name, sameName] of Map.groupBy(uses, ({ parameter }) => nameOf(parameter))) {
    const variants = [...Map.groupBy(sameName, ({ parameter }) => JSON.stringify(parameter)).values()];
    const [most = []] = variants.sort((a, b) => b.length - a.length);
    const [first] = most;
    if (!first || most.length === 1) continue;
    shared[name] = first.parameter;
    for (const { parameters, at } of most) parameters[at] = { $ref: `#/components/parameters/${name}` };
  }
  document.components = { ...document.components, parameters: byName(shared) };
}

/** The name includes whether it is required: some operations require a header that others only accept. */
function nameOf({ in: place, name, required }: Parameter): string {
  return `${place}.${name}${required === true && place !== 'path' ? '.required' : ''}`;
}

export function byName<T>(entries: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}
