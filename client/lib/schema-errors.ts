import type { TFunction } from 'i18next';
import type { ZodType } from 'zod';
import { fieldText } from './error-message.ts';

/** Validates a form with the server's schema; returns the first error of each field. */
export function schemaErrors(t: TFunction, schema: ZodType, values: unknown): Record<string, string> {
  const result = schema.safeParse(values);
  if (result.success) return {};
  const errors: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const field = issue.path.join('.');
    errors[field] ??= fieldText(t, issue.message);
  }
  return errors;
}
