import * as z from 'zod/mini'
import { messages } from './messages.ts'
import { canonicalEmail, hasHiddenCharacter } from './plain-text.ts'
import { fillText } from './wording.ts'

// Every string in a request has a maximum length; these are the defaults.

/** A required text: trimmed, 1 to `max` characters, with the specification's message if empty. */
export const text = (max = 200, empty: string = 'This field is required') =>
  z
    .string({ error: empty })
    .check(
      z.trim(),
      z.normalize('NFC'),
      z.minLength(1, empty),
      z.maxLength(max, fillText('Use at most {max} characters', { max })),
    )

export const optionalText = (max = 200) =>
  z.optional(
    z.string().check(z.trim(), z.normalize('NFC'), z.maxLength(max, fillText('Use at most {max} characters', { max }))),
  )

const hiddenCharacter = 'This contains a character that is not shown. Type it again'

/** A required name or identifier: one line, without characters that are not shown. */
export const nameText = (max: number, empty: string) =>
  text(max, empty).check(z.refine(value => !hasHiddenCharacter(value), hiddenCharacter))

/** Like `nameText`, and can be empty. */
export const nameOrEmpty = (max: number) =>
  z.string().check(
    z.trim(),
    z.normalize('NFC'),
    z.maxLength(max, fillText('Use at most {max} characters', { max })),
    z.refine(value => !hasHiddenCharacter(value), hiddenCharacter),
  )

export const optionalName = (max: number) => z.optional(nameOrEmpty(max))

export const email = (empty: string = messages['required.email']) =>
  z.string({ error: empty }).check(
    z.trim(),
    z.overwrite(canonicalEmail),
    z.minLength(1, { error: empty, abort: true }),
    z.maxLength(254, fillText('Use at most {max} characters', { max: 254 })),
    z.regex(
      /^[^\s@<>(),;:"[\]\\]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/,
      messages['invalid.email'],
    ),
    z.refine(value => !hasHiddenCharacter(value), messages['invalid.email']),
  )

export const id = z.uuid("This ID isn't valid")

export const base64url = (max: number) =>
  z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^[A-Za-z0-9_-]+$/))

export const whole = (min: number, max: number) =>
  z.pipe(
    z.union([z.int(), z.string().check(z.maxLength(15), z.regex(/^-?\d+$/, 'This must be a whole number'))]),
    z.pipe(z.transform(Number), z.int().check(z.gte(min), z.lte(max))),
  )

export const flag = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false'])]),
  z.transform(value => value === true || value === 'true'),
)

export const listOf = <O extends string | number>(item: z.core.$ZodType<O, string | number>, max = 50) =>
  z.pipe(
    z.pipe(
      z.union([
        z.string().check(z.maxLength(4000)),
        z.array(z.union([z.string().check(z.maxLength(200)), z.number()])).check(z.maxLength(max)),
      ]),
      z.transform((value: string | (string | number)[]): (string | number)[] =>
        typeof value === 'string' ? value.split(',').filter(part => part !== '') : value,
      ),
    ),
    z.array(item).check(z.maxLength(max)),
  )

/** Continues although users lose the access shown in the preview; owners never lose their last access. */
export const lockOutSeen = z.optional(z.boolean())

/** An instant in API format: ISO 8601 text. */
export const instant = z.iso.datetime()

/** The salt of the `work` in a `proof-needed` refusal, a colon, and the number that solves it. */
export const proof = z.optional(z.string().check(z.maxLength(300), z.regex(/^[\w-]+:[0-9]+$/)))

export const code = z
  .string({ error: messages['required.verification-code'] })
  .check(
    z.trim(),
    z.minLength(1, { error: messages['required.verification-code'], abort: true }),
    z.regex(/^\d{6}$/, messages['invalid.code']),
  )

export const Phone = z.object({
  countryCode: z.string().check(z.maxLength(8), z.regex(/^\+?\d{1,7}$/, messages['invalid.phone'])),
  mobileNumber: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, messages['required.phone-number']),
      z.maxLength(20),
      z.regex(/^[\d ()/.-]+$/, messages['invalid.phone']),
    ),
})
export type Phone = z.output<typeof Phone>

export const Nothing = z.object({})
export const Done = z.object({ ok: z.literal(true) })
export const doneReply = { ok: true } as const

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

export const Network = z.string().check(
  z.trim(),
  z.maxLength(49),
  z.refine(
    value => z.safeParse(network, value).success,
    'Enter an IP address such as 192.0.2.7 or a network such as 192.0.2.0/24',
  ),
)
