import { z } from 'zod';

/** The entries of a comma-separated list, without blanks around them. */
export function entriesOf(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

export const list = (isEntry: (entry: string) => boolean, message: string) =>
  z
    .string()
    .transform(entriesOf)
    .refine((entries) => entries.every(isEntry), message)
    .default([]);

export const flag = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .transform((value) => value === 'true' || value === '1')
  .meta({ form: 'true, false' });

export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be an integer from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be an integer from ${min} to ${max}`)
    .meta({ form: `${min} … ${max}` });

export const url = (protocols: readonly string[], what: string) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), `must be ${what}`);

export const httpUrl = url(['http:', 'https:'], 'an http or https URL').transform((value) => value.replace(/\/+$/, ''));
