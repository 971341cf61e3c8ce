import * as z from 'zod/mini'
import { fillText } from './wording.ts'

/** In minutes: at least five, so that users who sign in again get back in time, and at most a year. */
const minutes = { min: 5, max: 525_600 } as const
const range = fillText('Choose {min} to {max} minutes', minutes)

/** Maximum age of a sign-in, after which applications ask users to sign in again. */
export const ReauthenticationMinutes = z.nullable(
  z.int(range).check(z.gte(minutes.min, range), z.lte(minutes.max, range)),
)
