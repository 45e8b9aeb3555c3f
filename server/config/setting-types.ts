import { z } from 'zod';

export const text = z.string().trim().min(1);
export const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
