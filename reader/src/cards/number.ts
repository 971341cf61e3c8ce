import { cardAsRead, type CardTextFormat, usualReading } from '@claviger/contract/keys/card-numbers'

/** Canonical number of a reader's input, by the flag or the workspace's format. Undefined if invalid. */
export function numberOf(
  text: string,
  flag: 'dec' | 'hex' | 'reversed' | undefined,
  workspace: Partial<CardTextFormat> | undefined,
): string | undefined {
  if (flag === undefined) return cardAsRead(text, { ...usualReading, ...workspace })
  return cardAsRead(text, { ...usualReading, format: flag === 'dec' ? 'dec' : 'hex', reversed: flag === 'reversed' })
}
