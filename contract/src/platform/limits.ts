import * as z from 'zod/mini'
import { fillText } from './wording.ts'

// Every limit of the contract is named in its refusal, unless a schema has its own message. Without this, zod says
// "Invalid input".

interface LimitIssue {
  readonly code?: string | undefined
  readonly origin?: string | undefined
  readonly maximum?: number | bigint | undefined
  readonly minimum?: number | bigint | undefined
  readonly errors?: readonly (readonly LimitIssue[])[] | undefined
}

const isList = (origin: string | undefined) => origin === 'array' || origin === 'set' || origin === 'map'

function tooMuch(origin: string | undefined, max: number): string {
  if (origin === 'string') return fillText('Use at most {max} characters', { max })
  return isList(origin)
    ? fillText('Enter at most {max} entries', { max })
    : fillText('Enter a number up to {max}', { max })
}

function tooLittle(origin: string | undefined, min: number): string {
  if (origin === 'string') return fillText('Use at least {min} characters', { min })
  return isList(origin)
    ? fillText('Enter at least {min} entries', { min })
    : fillText('Enter a number from {min}', { min })
}

function limitText({ code, origin, maximum, minimum, errors }: LimitIssue): string | undefined {
  if (code === 'too_big' && maximum !== undefined) return tooMuch(origin, Number(maximum))
  if (code === 'too_small' && minimum !== undefined && !(origin === 'string' && Number(minimum) === 1))
    return tooLittle(origin, Number(minimum))
  if (code !== 'invalid_union') return undefined
  // One form of a value can be too long while the others don't fit at all
  const big = errors?.flat().find(one => one.code === 'too_big')
  return big && limitText(big)
}

/** The error of a schema, except where a value is too big: then the limit names itself. */
export const unlessTooBig = (says: string) => ({
  error: ({ code }: LimitIssue) => (code === 'too_big' ? undefined : says),
})

z.config({ customError: issue => limitText(issue) })
