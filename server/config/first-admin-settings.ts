import { z } from 'zod';
import { inputLimits } from '#server/contract/input-limits.ts';
import { text } from './setting-types.ts';

/** The account of the first administrator: environment variables with their defaults. */
export const firstAdminSettings = {
  ADMIN_USERNAME: text.max(inputLimits.usernameMax).default('admin'),
  ADMIN_EMAIL: z.email('must be an e-mail address').max(inputLimits.emailMax).optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(inputLimits.accountPasswordMin, `must have at least ${inputLimits.accountPasswordMin} characters`)
    .max(inputLimits.passwordMax)
    .optional(),
};
