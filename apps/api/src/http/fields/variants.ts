import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';

/** The schema of an object whose fields depend on one of them, the discriminator. */
export interface VariantsSchema {
  readonly oneOf: readonly { readonly $ref: string }[];
  readonly discriminator: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> };
}

const NAMED = new Map<string, VariantsSchema>();

/** @param variants the class of each value of the property. */
export function variantsSchema(propertyName: string, variants: Readonly<Record<string, Type>>): VariantsSchema {
  const references = Object.entries(variants).map(([value, type]) => [value, getSchemaPath(type)] as const);
  const mapping = Object.fromEntries(references);
  return {
    oneOf: [...new Set(Object.values(mapping))].map(($ref) => ({ $ref })),
    discriminator: { propertyName, mapping },
  };
}

/** Documents the class by the schemas of its variants. */
export function Variants(propertyName: string, variants: Readonly<Record<string, Type>>): ClassDecorator {
  return applyDecorators(ApiExtraModels(...new Set(Object.values(variants))), (target: object) => {
    NAMED.set((target as Type).name, variantsSchema(propertyName, variants));
  });
}

/** The schemas of the classes that have variants, by their names. */
export function namedVariants(): ReadonlyMap<string, VariantsSchema> {
  return NAMED;
}
