import { z } from '@hono/zod-openapi'

/** A time in epoch seconds, as a query carries it. */
export const epochSeconds = z
  .string()
  .regex(/^[0-9]{1,11}$/)
  .transform(Number)

/** How many entries of a list are asked for: 1 to `most`, `usual` when nothing is said. */
export function entryLimit(most: number, usual: number) {
  return z
    .string()
    .regex(/^[0-9]{1,4}$/)
    .optional()
    .transform((text) => (text === undefined ? usual : Number(text)))
    .refine((count) => count >= 1 && count <= most)
}
