import { z } from 'zod';
import { inputLimits } from '#server/contract/input-limits.ts';
import { explained, text } from './setting-types.ts';

/** The account of the first administrator: environment variables with their defaults. */
export const firstAdminSettings = {
  ADMIN_USERNAME: explained(
    text.max(inputLimits.usernameMax).default('admin'),
    'The first administrator, made once.',
  ),
  ADMIN_EMAIL: explained(
    z.email('must be an e-mail address').max(inputLimits.emailMax).optional(),
    'The address of the first administrator.',
  ),
  ADMIN_PASSWORD: explained(
    z
      .string()
      .min(inputLimits.accountPasswordMin, `must have at least ${inputLimits.accountPasswordMin} characters`)
      .max(inputLimits.passwordMax)
      .optional(),
    'The password of the first administrator. A random one is shown once; until an administrator has signed in, later starts name the command that sets a new one.',
    'random',
  ),
};
