import { cardOfDecimal } from '@claviger/contract/keys/card-text'

export interface CardReading {
  readonly card: string
  readonly recovery: boolean
}

/** Parses a reader's input; null if it is not a card number (R121, R122, R132). */
export function cardRead(format: 'dec' | 'hex', text: string): CardReading | null {
  if (format === 'dec') {
    const card = cardOfDecimal(text)
    return card === undefined ? null : { card, recovery: false }
  }
  const dash = text.indexOf('-')
  const [before, behind] = dash === -1 ? [text, ''] : [text.slice(0, dash), text.slice(dash + 1)]
  const card = before.trim().toUpperCase()
  return card === '' ? null : { card, recovery: behind.trim().toLowerCase() === 'recovery' }
}
