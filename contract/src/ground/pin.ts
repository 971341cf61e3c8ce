import * as z from 'zod/mini'
import { messages } from './messages.ts'
import { filled } from './wording.ts'

/** Types of PIN rules on the wire (R134). */
export const pinRules = {
  digit: 0,
  symbol: 1,
  lowercase: 2,
  uppercase: 3,
  maxLength: 4,
  minLength: 5,
  notRepeated: 6,
  notSequential: 7,
} as const

/** So many neighbouring characters that go up, or down, by one make a sequence (decision G12). */
export const SEQUENCE_RUN = 3

/** Shortest and longest PIN that a FIDO2 authenticator takes (CTAP 2.1 §6.5.1). */
export const pinLength = { min: 4, max: 63 } as const

const between = filled('Choose from {min} to {max} characters', pinLength)

const PinRule = z.object({
  type: z.int().check(z.gte(0), z.lte(7)),
  /** The bound, for the two rules of length. */
  value: z.optional(z.int(between).check(z.gte(pinLength.min, between), z.lte(pinLength.max, between))),
})
export type PinRule = z.output<typeof PinRule>

const bound = (rules: readonly PinRule[], type: number) => rules.find(rule => rule.type === type)?.value ?? null

const isLength = ({ type }: PinRule) => type === pinRules.maxLength || type === pinRules.minLength

function inOrder(rules: readonly PinRule[]): boolean {
  const min = bound(rules, pinRules.minLength)
  const max = bound(rules, pinRules.maxLength)
  return min === null || max === null || max > min
}

/** The rules of a workspace, each at most once (R135, R136). */
export const PinRules = z.array(PinRule).check(
  z.minLength(1, messages['pin-policy.one-rule']),
  z.maxLength(8),
  z.refine(rules => new Set(rules.map(({ type }) => type)).size === rules.length, 'A rule stands there twice'),
  z.refine(rules => rules.every(rule => isLength(rule) === (rule.value !== undefined)), between),
  z.refine(inOrder, messages['pin-policy.max-over-min']),
)

/** What a PIN must be, as pages and keys are told (decision G27); a bound that is null does not apply. */
export const PinConfig = z.object({
  hasDigit: z.boolean(),
  hasSymbol: z.boolean(),
  hasLowercase: z.boolean(),
  hasUppercase: z.boolean(),
  notRepeated: z.boolean(),
  notSequential: z.boolean(),
  minLength: z.optional(z.nullable(z.int())),
  maxLength: z.optional(z.nullable(z.int())),
})
export type PinConfig = z.output<typeof PinConfig>

/** The configuration that follows from a workspace's rules. */
export function pinConfigOf(rules: readonly PinRule[]): PinConfig {
  const has = (type: number) => rules.some(rule => rule.type === type)
  return {
    hasDigit: has(pinRules.digit),
    hasSymbol: has(pinRules.symbol),
    hasLowercase: has(pinRules.lowercase),
    hasUppercase: has(pinRules.uppercase),
    notRepeated: has(pinRules.notRepeated),
    notSequential: has(pinRules.notSequential),
    minLength: bound(rules, pinRules.minLength),
    maxLength: bound(rules, pinRules.maxLength),
  }
}

/** What holds until a workspace says otherwise. */
export const usualPin: PinConfig = pinConfigOf([{ type: pinRules.minLength, value: pinLength.min }])

/** One line of the checklist. */
export interface PinCheck {
  rule: keyof typeof pinRules
  verdict: 'pass' | 'fail' | 'not applicable'
  says: string
}

const digit = /[0-9]/u
const lowercase = /\p{Lowercase}/u
const uppercase = /\p{Uppercase}/u
// Whatever is none of the others, but no white space (decision G26)
const symbol = /[^0-9\p{Lowercase}\p{Uppercase}\s]/u

/** Does a run of neighbours go up or down by one? There is no way round from 9 to 0. */
export function hasSequence(pin: string): boolean {
  const points = Array.from(pin, character => character.codePointAt(0) ?? 0)
  let run = 1
  let step = 0
  for (let place = 1; place < points.length; place++) {
    const now = (points[place] ?? 0) - (points[place - 1] ?? 0)
    run = Math.abs(now) !== 1 ? 1 : now === step ? run + 1 : 2
    step = now
    if (run >= SEQUENCE_RUN) return true
  }
  return false
}

/** Is it one character over and over (decision G25)? */
export function isRepeated(pin: string): boolean {
  const characters = Array.from(pin)
  return characters.length > 1 && characters.every(character => character === characters[0])
}

/** Holds a PIN against a configuration, rule by rule. An empty PIN meets no rule that applies. */
export function checkPin(config: PinConfig, pin: string): PinCheck[] {
  const { minLength = null, maxLength = null } = config
  const length = Array.from(pin).length
  const line = (rule: PinCheck['rule'], applies: boolean, met: () => boolean, says: string): PinCheck => ({
    rule,
    verdict: !applies ? 'not applicable' : pin !== '' && met() ? 'pass' : 'fail',
    says,
  })
  const least = filled(messages['pin-checklist.min-length'], { min: minLength ?? pinLength.min })
  const most = filled(messages['pin-checklist.max-length'], { max: maxLength ?? pinLength.max })
  return [
    line('minLength', minLength !== null, () => length >= (minLength ?? 0), least),
    line('maxLength', maxLength !== null, () => length <= (maxLength ?? Infinity), most),
    line('digit', config.hasDigit, () => digit.test(pin), messages['pin-checklist.digit']),
    line('symbol', config.hasSymbol, () => symbol.test(pin), messages['pin-checklist.symbol']),
    line('lowercase', config.hasLowercase, () => lowercase.test(pin), messages['pin-checklist.lowercase']),
    line('uppercase', config.hasUppercase, () => uppercase.test(pin), messages['pin-checklist.uppercase']),
    line('notRepeated', config.notRepeated, () => !isRepeated(pin), messages['pin-checklist.not-repeated']),
    line('notSequential', config.notSequential, () => !hasSequence(pin), messages['pin-checklist.not-sequential']),
  ]
}

/** May this PIN be set? */
export const pinAccepted = (config: PinConfig, pin: string): boolean =>
  pin !== '' && checkPin(config, pin).every(({ verdict }) => verdict !== 'fail')
