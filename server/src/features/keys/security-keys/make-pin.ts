import { randomInt } from 'node:crypto'
import { type PinConfig, pinAccepted } from '@claviger/contract/platform/pin'

const digits = '0123456789'
const lowercase = 'abcdefghijkmnpqrstuvwxyz'
const uppercase = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const symbols = '!#$%&*+-=?@'
const usualLength = 6

const pick = (from: string): string => from[randomInt(from.length)] ?? ''

/** A random PIN that satisfies the rules: digits if allowed, six unless the rules differ. */
export function makePin(config: PinConfig, numbers: readonly string[] = []): string {
  const least = Math.max(config.minLength ?? usualLength, 4)
  const length = Math.max(Math.min(Math.max(least, usualLength), config.maxLength ?? Infinity), 1)
  const needed = [
    ...(config.hasLowercase ? [lowercase] : []),
    ...(config.hasUppercase ? [uppercase] : []),
    ...(config.hasSymbol ? [symbols] : []),
    ...(config.hasDigit ? [digits] : []),
  ]
  const from = needed.length === 0 ? digits : [...new Set([...needed, digits])].join('')
  for (let tries = 0; tries < 10_000; tries++) {
    const pin = Array.from({ length }, (_one, place) => pick(needed[place] ?? from))
    // The positions of the character classes are random too
    for (let place = pin.length - 1; place > 0; place--) {
      const other = randomInt(place + 1)
      ;[pin[place], pin[other]] = [pin[other] ?? '', pin[place] ?? '']
    }
    if (pinAccepted(config, pin.join(''), numbers)) return pin.join('')
  }
  throw new Error('no PIN meets the rules of this workspace')
}
