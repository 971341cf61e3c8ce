import { cardAsRead, type Reading, usualReading } from '@claviger/contract/keys/card-numbers'

/** The canonical number of what a reader gave: by the flag, else as the workspace says. Undefined where it is none. */
export function numberOf(
  text: string,
  flag: 'dec' | 'hex' | 'reversed' | undefined,
  workspace: Partial<Reading> | undefined,
): string | undefined {
  if (flag === undefined) return cardAsRead(text, { ...usualReading, ...workspace })
  return cardAsRead(text, { ...usualReading, format: flag === 'dec' ? 'dec' : 'hex', reversed: flag === 'reversed' })
}
