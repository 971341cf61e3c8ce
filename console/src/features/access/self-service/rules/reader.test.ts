import { canonicalCard, cardOfDecimal, decimalOfCard } from '@claviger/contract/keys/card-numbers'
import { describe, expect, test, vi } from 'vitest'
import { cardRead } from '../state/card-reading.ts'
import { isListening } from '../state/page-view.ts'
import { byHand, keepFocus, submitted } from '#platform/light-page/reader-input.ts'
import { config, openSimulatedPage } from './simulated-page.ts'

const reads = (inputReadingFormat: 'none' | 'dec' | 'hex') => config({ configs: { inputReadingFormat } })
const action = (text: string, given = reads('hex')) => {
  const { action: chosen, card } = openSimulatedPage(given).tell({ is: 'read', text }).state.wizard
  return chosen === null ? null : [chosen, card?.id]
}

describe('the hidden input', () => {
  test('R117 has the focus at step 0, and again 100 ms after each click', () => {
    vi.useFakeTimers()
    const input = { focus: vi.fn<() => void>() }
    const page = new EventTarget()
    const stop = keepFocus(input, page)
    expect(input.focus).toHaveBeenCalledTimes(1)
    page.dispatchEvent(new Event('click'))
    vi.advanceTimersByTime(99)
    expect(input.focus).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    expect(input.focus).toHaveBeenCalledTimes(2)
    stop()
    page.dispatchEvent(new Event('click'))
    vi.advanceTimersByTime(200)
    expect(input.focus).toHaveBeenCalledTimes(2)
    vi.useRealTimers()
    expect(isListening(openSimulatedPage().state)).toBe(true)
  })

  test('R118 submits the text on Enter and empties itself', () => {
    const input = { value: '0012' }
    expect(submitted('1', input)).toBeNull()
    expect(input.value).toBe('0012')
    expect(submitted('Enter', input)).toBe('0012')
    expect(input.value).toBe('')
  })

  test('accepts ten digits within a second as a reader, and slower digits as a person', () => {
    expect(byHand('0123456789', 500, 1400)).toBe(false)
    expect(byHand('0123456789', 500, 1501)).toBe(true)
    expect(byHand('0123456789', null, 1000)).toBe(true)
  })

  test('R119 decides by the text at step 0 and continues the chosen action at step 1', () => {
    const atTap = (chosen: 0 | 1, text: string) => {
      const page = openSimulatedPage(reads('hex')).tell({ is: 'chosen', action: chosen }).answer('start')
      return [page.tell({ is: 'read', text }).asked?.name, page.state.wizard.action]
    }
    expect(action('AA')).toEqual([0, 'AA'])
    expect(action('AA-recovery')).toEqual([1, 'AA'])
    expect(atTap(1, 'AA')).toEqual(['lookup', 1])
    expect(atTap(0, 'AA')).toEqual(['lookup', 0])
    expect(atTap(0, 'AA-recovery')).toEqual(['start', 1])
  })

  test('R120 is disabled with the format none', () => {
    expect(isListening(openSimulatedPage(reads('none')).state)).toBe(false)
    expect(action('1', reads('none'))).toBeNull()
    expect(
      isListening(
        openSimulatedPage(reads('hex')).tell({ is: 'read', text: 'AA' }).answer('start').answer('lookup').state,
      ),
    ).toBe(false)
  })

  test('R121 converts a number with the format dec and enrolls', () => {
    expect(action('1234567890', reads('dec'))).toEqual([0, 'D2029649'])
    expect(action('1234567890-recovery', reads('dec'))).toBeNull()
    const recoversOnly = { ...reads('dec'), services: { enrollment: false, pinRecovery: true } }
    expect(action('1234567890', recoversOnly)).toBeNull()
  })

  test('R122 splits at the first dash with the format hex', () => {
    expect(action('04a1b2c3 ')).toEqual([0, '04A1B2C3'])
    expect(action('04A1B2C3-recovery')).toEqual([1, '04A1B2C3'])
    expect(action('04A1B2C3-RECOVERY')).toEqual([1, '04A1B2C3'])
    expect(action('04A1B2C3-x')).toEqual([0, '04A1B2C3'])
    expect(action('04A1B2C3-')).toEqual([0, '04A1B2C3'])
    expect(action('-recovery')).toBeNull()
    expect(cardRead('hex', '04A1-recovery-x')).toEqual({ card: '04A1', recovery: false })
  })
})

describe('a decimal number', () => {
  test('R123 becomes its bytes, least significant first', () => expect(cardOfDecimal('66051')).toBe('030201'))
  test('R124 1234567890', () => expect(cardOfDecimal('1234567890')).toBe('D2029649'))
  test('R125 305419896', () => expect(cardOfDecimal('305419896')).toBe('78563412'))
  test('R126 256', () => expect(cardOfDecimal('256')).toBe('0001'))
  test('R127 1', () => expect(cardOfDecimal('1')).toBe('01'))
  test('R128 11706628, padded or not, is one card', () => {
    expect(cardOfDecimal('11706628')).toBe('04A1B2')
    expect(canonicalCard('04A1B200', 'hex')).toBe('04A1B2')
  })
  test('R129 4294967296', () => expect(cardOfDecimal('4294967296')).toBe('0000000001'))
  test('R130 above 2^53', () => expect(cardOfDecimal('19369431234567890')).toBe('D2DE3C2465D044'))
  test('R131 leading zeros', () => expect(cardOfDecimal('0001234567')).toBe('87D612'))
  test('R132 refuses zero, an empty text, and letters', () => {
    expect(cardOfDecimal('0')).toBe('00')
    expect([cardRead('dec', ''), cardRead('dec', '12a')]).toEqual([null, null])
    expect([action('', reads('dec')), action('12a', reads('dec'))]).toEqual([null, null])
  })
  test('R133 converts there and back', () => {
    for (const text of ['1', '1234567890', '19369431234567890'])
      expect(decimalOfCard(cardOfDecimal(text) ?? '')).toBe(text)
  })
})
