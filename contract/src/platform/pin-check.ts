import { messages } from './messages.ts'
import { fillText } from './wording.ts'

/** Number of consecutive ascending or descending characters that count as a sequence (decision G12). */
export const SEQUENCE_RUN = 3

/** PIN length limits of FIDO2 authenticators (CTAP 2.1 §6.5.1). */
export const pinLength = { min: 4, max: 63 } as const

/** API values of PIN rule types (R134). */
export const pinRules = {
  digit: 0,
  symbol: 1,
  lowercase: 2,
  uppercase: 3,
  maxLength: 4,
  minLength: 5,
  notRepeated: 6,
  notSequential: 7,
  notGuessable: 8,
} as const

interface Demands {
  hasDigit: boolean
  hasSymbol: boolean
  hasLowercase: boolean
  hasUppercase: boolean
  notRepeated: boolean
  notSequential: boolean
  notGuessable?: boolean | undefined
  minLength?: number | null | undefined
  maxLength?: number | null | undefined
}

export interface PinCheck {
  rule: keyof typeof pinRules
  verdict: 'pass' | 'fail' | 'not applicable'
  says: string
}

const digit = /[0-9]/u
const lowercase = /\p{Lowercase}/u
const uppercase = /\p{Uppercase}/u
// Everything except letters, digits, and white space (decision G26)
const symbol = /[^0-9\p{Lowercase}\p{Uppercase}\s]/u

/** Does the PIN contain an ascending or descending run? There is no wraparound from 9 to 0. */
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

/** Is the PIN a single repeated character (decision G25)? */
export function isRepeated(pin: string): boolean {
  const characters = Array.from(pin)
  return characters.length > 1 && characters.every(character => character === characters[0])
}

const year = /^(?:19\d\d|20[0-3]\d)$/
const dayAndMonth = /^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])$|^(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/

/** Is the PIN a year of birth, or a date with one? */
const isBirthday = (pin: string): boolean =>
  year.test(pin) ||
  (/^\d{8}$/.test(pin) &&
    [
      [pin.slice(4), pin.slice(0, 4)],
      [pin.slice(0, 4), pin.slice(4)],
    ].some(([first = '', second = '']) => year.test(first) && dayAndMonth.test(second)))

/** Is the PIN a year, a date, or a part of the card's number? `numbers` are the spellings of this number. */
export const isGuessable = (pin: string, numbers: readonly string[] = []): boolean =>
  isBirthday(pin) || numbers.some(number => number.toLowerCase().includes(pin.toLowerCase()))

export function checkPin(config: Demands, pin: string, numbers: readonly string[] = []): PinCheck[] {
  const { minLength = null, maxLength = null } = config
  const length = Array.from(pin).length
  const line = (rule: PinCheck['rule'], applies: boolean, met: () => boolean, says: string): PinCheck => ({
    rule,
    verdict: !applies ? 'not applicable' : pin !== '' && met() ? 'pass' : 'fail',
    says,
  })
  const least = fillText(messages['pin-checklist.min-length'], { min: minLength ?? pinLength.min })
  const most = fillText(messages['pin-checklist.max-length'], { max: maxLength ?? pinLength.max })
  return [
    line('minLength', minLength !== null, () => length >= (minLength ?? 0), least),
    line('maxLength', maxLength !== null, () => length <= (maxLength ?? Infinity), most),
    line('digit', config.hasDigit, () => digit.test(pin), messages['pin-checklist.digit']),
    line('symbol', config.hasSymbol, () => symbol.test(pin), messages['pin-checklist.symbol']),
    line('lowercase', config.hasLowercase, () => lowercase.test(pin), messages['pin-checklist.lowercase']),
    line('uppercase', config.hasUppercase, () => uppercase.test(pin), messages['pin-checklist.uppercase']),
    line('notRepeated', config.notRepeated, () => !isRepeated(pin), messages['pin-checklist.not-repeated']),
    line('notSequential', config.notSequential, () => !hasSequence(pin), messages['pin-checklist.not-sequential']),
    // The checklist of the specification has eight lines; this rule is an addition (R109)
    ...(config.notGuessable === true
      ? [line('notGuessable', true, () => !isGuessable(pin, numbers), messages['pin-checklist.not-guessable'])]
      : []),
  ]
}

export const isPinAccepted = (config: Demands, pin: string, numbers: readonly string[] = []): boolean =>
  pin !== '' && checkPin(config, pin, numbers).every(({ verdict }) => verdict !== 'fail')
