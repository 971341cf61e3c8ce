import * as z from 'zod/mini'
import { email, id } from '../../ground/fields.ts'
import { pageLanguages, type PageLanguage } from '../../ground/languages.ts'
import { filled } from '../../ground/wording.ts'
import { readingFormats, verificationTypes } from '../self-service-settings.ts'

// What an owner chooses for a page. Whatever is left out has its default, so that pages kept earlier gain new options.

/** What of a person can be asked besides the usual fields: the workspace's own attributes, and the organization unit. */
export const attributeSources = [
  'attribute1',
  'attribute2',
  'attribute3',
  'attribute4',
  'attribute5',
  'department',
] as const
export type AttributeSource = (typeof attributeSources)[number]

/** What becomes of somebody who enrolls a card and has one already. */
export const secondCardRules = ['allow', 'block', 'replace'] as const

/** What a login hint may hold: no more than whoever stands there has typed. */
export const loginHintVariables = ['${UserId}'] as const

// Answers travel by their names, beside these
const taken = ['userId', 'employeeId', 'firstName', 'lastName', 'phoneNumber', 'proof', '__proto__']

const off = z._default(z.boolean(), false)
const on = z._default(z.boolean(), true)

const bounded = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, filled('Use at most {max} characters', { max })))
const words = (max: number) => z._default(bounded(max), '')
const orNull = <T extends z.core.$ZodType>(of: T) => z._default(z.nullable(of), null)
const between = (min: number, max: number) => {
  const says = filled('Choose a value from {min} to {max}', { min, max })
  return z.int(says).check(z.gte(min, says), z.lte(max, says))
}

const wrongAddress = 'Enter a URL that starts with https://'
// What looks like an address may be none: a port of 99999, half a bracket
const canBeOne = (text: string) => URL.canParse(text, 'https://own.example')
const secure = (max: number, path: RegExp) =>
  bounded(max).check(z.regex(path, wrongAddress), z.refine(canBeOne, wrongAddress))
const httpsAddress = secure(500, /^https:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/i)
const httpsOrigin = secure(200, /^https:\/\/[^\s/?#@]+$/i)
/** On the page's own origin an address may be a path. */
const target = secure(500, /^(?:https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?|\/(?![/\\])\S*)$/i)

/** Texts of a page in one language; an empty one leaves the page's own. */
const PageTexts = z.object({
  /** Markdown, shown on the first step. */
  help: words(4000),
  title: words(100),
  enrolled: words(300),
  recovered: words(300),
})
export type PageTexts = z.output<typeof PageTexts>

export const PageSettings = z.object({
  services: z.prefault(z.object({ enrollment: on, pinRecovery: on }), {}),
  displayHomePageScreen: on,
  /** What a person is asked; all answers must fit exactly one active user. */
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
  /** Gives a new card its settings; null takes the workspace's default. */
  tokenPolicyId: orNull(id),
  verificationType: z._default(z.enum(verificationTypes), 'default'),
  /** The identity provider that verifies people, for `entraId` and `sso`. */
  providerId: orNull(id),
  automatic: z.prefault(z.object({ url: orNull(httpsAddress) }), {}),
  loginHint: orNull(bounded(200)),
  msalAutomation: off,
  authenticatorOnboarding: off,
  mainUrl: orNull(target),
  redirectUrl: orNull(target),
  /** Where the page may lead besides its own origin. */
  redirectOrigins: z._default(z.array(httpsOrigin).check(z.maxLength(10, 'Use at most 10 addresses')), []),
  debugMode: off,
  /** A card whose holder is known answers for the person. */
  cardNamesHolder: off,
  secondCard: z._default(z.enum(secondCardRules), 'allow'),
  /** Mail to the person after each enrollment and PIN change. */
  tellPerson: on,
  /** Mail to somebody of the owner after so many failures of one visit. */
  tellDesk: z.prefault(z.object({ on: off, email: orNull(email()), after: z._default(between(1, 20), 3) }), {}),
  /** Most attempts in an hour: with one card, as one person, and on the whole page. */
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
