import * as z from 'zod/mini'
import { messages } from './messages.ts'
import { pinLength, pinRules } from './pin-check.ts'
import { fillText } from './wording.ts'

// The PIN check is a separate file, so that the card page can load it without these schemas
export {
  checkPin,
  hasSequence,
  isGuessable,
  isRepeated,
  isPinAccepted as pinAccepted,
  type PinCheck,
  pinLength,
  pinRules,
  SEQUENCE_RUN,
} from './pin-check.ts'

const between = fillText('Use {min} to {max} characters', pinLength)

const PinRule = z.object({
  type: z.int().check(z.gte(0), z.lte(8)),
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

/** PIN rules of a workspace, each at most once (R135, R136). */
export const PinRules = z.array(PinRule).check(
  z.minLength(1, messages['pin-policy.one-rule']),
  z.maxLength(9),
  z.refine(rules => new Set(rules.map(({ type }) => type)).size === rules.length, 'A rule is listed twice'),
  z.refine(rules => rules.every(rule => isLength(rule) === (rule.value !== undefined)), between),
  z.refine(inOrder, messages['pin-policy.max-over-min']),
)

/** PIN requirements for pages and keys (decision G27); null bounds don't apply. */
export const PinConfig = z.object({
  hasDigit: z.boolean(),
  hasSymbol: z.boolean(),
  hasLowercase: z.boolean(),
  hasUppercase: z.boolean(),
  notRepeated: z.boolean(),
  notSequential: z.boolean(),
  notGuessable: z.boolean(),
  minLength: z.optional(z.nullable(z.int())),
  maxLength: z.optional(z.nullable(z.int())),
})
export type PinConfig = z.output<typeof PinConfig>

export function pinConfigOf(rules: readonly PinRule[]): PinConfig {
  const has = (type: number) => rules.some(rule => rule.type === type)
  return {
    hasDigit: has(pinRules.digit),
    hasSymbol: has(pinRules.symbol),
    hasLowercase: has(pinRules.lowercase),
    hasUppercase: has(pinRules.uppercase),
    notRepeated: has(pinRules.notRepeated),
    notSequential: has(pinRules.notSequential),
    notGuessable: has(pinRules.notGuessable),
    minLength: bound(rules, pinRules.minLength),
    maxLength: bound(rules, pinRules.maxLength),
  }
}

/** Rules of a workspace that set none. */
export const defaultPinRules: readonly PinRule[] = [
  { type: pinRules.minLength, value: pinLength.min },
  { type: pinRules.notRepeated },
  { type: pinRules.notSequential },
  { type: pinRules.notGuessable },
]

export const defaultPin: PinConfig = pinConfigOf(defaultPinRules)
