import type { EntitySchemaColumnOptions } from 'typeorm';

export const uuid = (name: string, options: Partial<EntitySchemaColumnOptions> = {}): EntitySchemaColumnOptions => ({
  type: 'uuid',
  name,
  ...options,
});
export const key = (name: string) => uuid(name, { primary: true });
export const text = (name: string, options: Partial<EntitySchemaColumnOptions> = {}): EntitySchemaColumnOptions => ({
  type: 'text',
  name,
  ...options,
});
export const instant = (name: string, options: Partial<EntitySchemaColumnOptions> = {}): EntitySchemaColumnOptions => ({
  type: 'timestamptz',
  name,
  ...options,
});
export const nullable = { nullable: true } as const;
