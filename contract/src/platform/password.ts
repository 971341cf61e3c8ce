import * as z from 'zod/mini'
import { messages } from './messages.ts'
import { fillText } from './wording.ts'
import { unlessTooBig } from './limits.ts'

export const passwordLength = { min: 10, max: 200 } as const

export const Password = z
  .string(unlessTooBig(messages['required.password']))
  .check(
    z.minLength(1, { error: messages['required.password'], abort: true }),
    z.minLength(passwordLength.min, fillText('Use at least {min} characters', passwordLength)),
    z.maxLength(passwordLength.max),
  )
