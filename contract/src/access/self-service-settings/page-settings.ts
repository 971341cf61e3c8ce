import * as z from 'zod/mini'
import { email, id } from '#platform/fields.ts'
import { pageLanguages, type PageLanguage } from '#platform/languages.ts'
import { fillText } from '#platform/wording.ts'
import { readingFormats, verificationTypes } from '../self-service-settings.ts'

// Settings of a page. Every setting has a default, so that stored pages gain new options.

export const attributeSources = [
  'attribute1',
  'attribute2',
  'attribute3',
  'attribute4',
  'attribute5',
  'department',
] as const
export type AttributeSource = (typeof attributeSources)[number]

export const secondCardRules = ['allow', 'block', 'replace'] as const

export const loginHintVariables = ['${UserId}'] as const

// Custom fields are sent by name next to these
const taken = ['userId', 'employeeId', 'firstName', 'lastName', 'phoneNumber', 'proof', '__proto__']

const off = z._default(z.boolean(), false)
const on = z._default(z.boolean(), true)

const bounded = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, fillText('Use at most {max} characters', { max })))
const words = (max: number) => z._default(bounded(max), '')
const orNull = <T extends z.core.$ZodType>(of: T) => z._default(z.nullable(of), null)
const between = (min: number, max: number) => {
  const says = fillText('Choose a value from {min} to {max}', { min, max })
  return z.int(says).check(z.gte(min, says), z.lte(max, says))
}

const wrongAddress = 'Enter a URL that starts with https://'
// Rejects strings that only look like addresses, such as port 99999 or half a bracket
const canBeOne = (text: string) => URL.canParse(text, 'https://own.example')
const secure = (max: number, path: RegExp) =>
  bounded(max).check(z.regex(path, wrongAddress), z.refine(canBeOne, wrongAddress))
const httpsAddress = secure(500, /^https:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/i)
const httpsOrigin = secure(200, /^https:\/\/[^\s/?#@]+$/i)
const target = secure(500, /^(?:https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?|\/(?![/\\])\S*)$/i)

const PageTexts = z.object({
  help: words(4000),
  title: words(100),
  enrolled: words(300),
  recovered: words(300),
})
export type PageTexts = z.output<typeof PageTexts>

export const PageSettings = z.object({
  services: z.prefault(z.object({ enrollment: on, pinRecovery: on }), {}),
  displayHomePageScreen: on,
  /** Fields to ask for; the answers must match exactly one active user. */
  fields: z.prefault(z.object({ userId: off, employeeId: on, firstName: off, lastName: on, phoneNumber: off }), {}),
  attributes: z._default(
    z
      .array(z.object({ from: z.enum(attributeSources), name: bounded(50).check(z.minLength(1, 'Name is required')) }))
      .check(
        z.maxLength(5, 'Use at most 5 attributes'),
        z.refine(all => new Set(all.map(one => one.from)).size === all.length, 'An attribute is listed twice'),
        z.refine(
          all => new Set([...taken, ...all.map(one => one.name)]).size === taken.length + all.length,
          'A name is listed twice',
        ),
      ),
    [],
  ),
  inputReadingFormat: z._default(z.enum(readingFormats), 'dec'),
  /** Policy for a new card's settings; null uses the workspace's default. */
  tokenPolicyId: orNull(id),
  verificationType: z._default(z.enum(verificationTypes), 'default'),
  providerId: orNull(id),
  automatic: z.prefault(z.object({ url: orNull(httpsAddress) }), {}),
  loginHint: orNull(bounded(200)),
  msalAutomation: off,
  authenticatorOnboarding: off,
  mainUrl: orNull(target),
  redirectUrl: orNull(target),
  redirectOrigins: z._default(z.array(httpsOrigin).check(z.maxLength(10, 'Use at most 10 addresses')), []),
  debugMode: off,
  cardNamesHolder: off,
  secondCard: z._default(z.enum(secondCardRules), 'allow'),
  tellPerson: on,
  tellDesk: z.prefault(z.object({ on: off, email: orNull(email()), after: z._default(between(1, 20), 3) }), {}),
  limits: z.prefault(
    z.object({
      card: z._default(between(1, 100), 10),
      person: z._default(between(1, 100), 10),
      page: z._default(between(10, 100_000), 3000),
    }),
    {},
  ),
  messages: z._default(z.partialRecord(z.enum(Object.keys(pageLanguages) as PageLanguage[]), PageTexts), {}),
})
export type PageSettings = z.output<typeof PageSettings>
export type PageSettingsInput = z.input<typeof PageSettings>
