import * as z from 'zod/mini'
import { messages } from './messages.ts'
import { pinLength, pinRules } from './pin-check.ts'
import { filled } from './wording.ts'

// What holds a PIN against the rules stands apart: the card page loads it without the schemas here
export {
  checkPin,
  hasSequence,
  isRepeated,
  pinAccepted,
  type PinCheck,
  pinLength,
  pinRules,
  SEQUENCE_RUN,
} from './pin-check.ts'

const between = filled('Use {min} to {max} characters', pinLength)

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
  z.refine(rules => new Set(rules.map(({ type }) => type)).size === rules.length, 'A rule is listed twice'),
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
