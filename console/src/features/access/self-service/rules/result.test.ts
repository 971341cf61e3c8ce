import { checkPin } from '@claviger/contract/platform/pin'
import { describe, expect, test } from 'vitest'
import { anyPin, pinFaults } from '../flow/pin-flow.ts'
import { secondsUntil } from '../flow/clock.ts'
import { loginAt, returnsAlone } from '../state/page-view.ts'
import { atForm, atPin, config, openSimulatedPage } from './simulated-page.ts'

const rules = { ...anyPin, hasDigit: true, notRepeated: true, minLength: 4, maxLength: 8 }
const fit = { is: 'pin-typed', pin: '7391', again: '7391' } as const

describe('the PIN', () => {
  test('R108 requires both fields', () => {
    expect(pinFaults(rules, '', '')).toEqual({ pin: 'PIN is required', again: 'Enter the PIN again' })
    expect(pinFaults(rules, '7391', '7391')).toEqual({ pin: null, again: null })
  })

  test('R109 shows eight lines as passed, failed, or not applicable at each keystroke', () => {
    const verdicts = (pin: string) => checkPin(rules, pin).map(({ rule, verdict }) => [rule, verdict])
    expect(verdicts('7')).toEqual([
      ['minLength', 'fail'],
      ['maxLength', 'pass'],
      ['digit', 'pass'],
      ['symbol', 'not applicable'],
      ['lowercase', 'not applicable'],
      ['uppercase', 'not applicable'],
      ['notRepeated', 'pass'],
      ['notSequential', 'not applicable'],
    ])
    expect(Object.fromEntries(verdicts('7777'))).toMatchObject({ minLength: 'pass', notRepeated: 'fail' })
  })

  test('R110 has the limits of the server', () => {
    const page = atPin(0, { pinConfig: { ...rules, minLength: 6 } })
    expect(page.state.wizard.pinConfig?.minLength).toBe(6)
    expect(page.tell(fit).asked).toBeNull()
    expect(atPin(0, { pinConfig: rules }).tell(fit).asked).toEqual({ name: 'enroll', pin: '7391' })
  })

  test('R111 shows the message of an invalid PIN without a call', () => {
    expect(pinFaults(rules, 'abcd', 'abcd').pin).toBe('PIN is not in the right format!')
    expect(atPin(0, { pinConfig: rules }).tell({ is: 'pin-typed', pin: 'abcd', again: 'abcd' }).asked).toBeNull()
  })

  test('R112 shows the message of a different confirmation without a call', () => {
    expect(pinFaults(rules, '7391', '7392').again).toBe('The two PINs that you entered do not match!')
    expect(atPin(0, { pinConfig: rules }).tell({ ...fit, again: '7392' }).asked).toBeNull()
  })

  test('R113 enrolls or resets with the PIN, then requires none and continues to step 5', () => {
    const enrolled = atPin().tell(fit)
    expect(enrolled.asked).toEqual({ name: 'enroll', pin: '7391' })
    expect(enrolled.answer('enroll').state.wizard).toMatchObject({ step: 5, pinRequired: false })
    const recovered = atPin(1).tell(fit)
    expect(recovered.asked).toEqual({ name: 'reset', pin: '7391' })
    expect(recovered.answer('reset').state.wizard).toMatchObject({ step: 5, pinRequired: false })
  })
})

describe('the result', () => {
  test('R114 returns to the first step only when both services are offered', () => {
    expect(returnsAlone(openSimulatedPage().state)).toBe(true)
    expect(returnsAlone(openSimulatedPage(config({ services: { pinRecovery: false } })).state)).toBe(false)
    expect(returnsAlone(openSimulatedPage(config({ services: { enrollment: false } })).state)).toBe(false)
  })

  test('R115 removes the query from the address after 5 seconds and reloads the configuration', () => {
    const page = atPin().tell(fit).answer('enroll')
    expect(secondsUntil(page.state.wizard.leaveAt, page.now)).toBe(5)
    page.pass(4750)
    expect(page.state.wizard.step).toBe(5)
    page.pass(250)
    expect(page.did('strip')).toHaveLength(1)
    expect(page.asked).toEqual({ name: 'config' })
    expect(page.answer('config').state).toMatchObject({ stage: 'open', query: { card: null }, wizard: { step: 0 } })
  })

  test('R115 lets the user stay', () => {
    const page = atPin().tell(fit).answer('enroll').tell({ is: 'stay' }).pass(60_000)
    expect(page.state.wizard.step).toBe(5)
  })

  test('R115 redirects users only where the server confirms it, and never into a script', () => {
    const led = (redirectUrl: string) => {
      const page = openSimulatedPage(
        config({ redirectUrl, services: { pinRecovery: false }, displayHomePageScreen: false }),
      )
      page.answer('start').tell({ is: 'tapped', card: 'AA' }).answer('lookup')
      page.tell({ is: 'identified', identity: { attributes: {} } })
      return page
        .answer('token', { ...plainToken, channels: [] })
        .answer('enroll')
        .pass(5000)
        .did('go')
        .map(({ to }) => to)
    }
    expect(led('/welcome')).toEqual(['https://id.example/welcome'])
    expect(led('https://portal.fern.example/a')).toEqual(['https://portal.fern.example/a'])
    // oxlint-disable-next-line no-script-url -- exactly what must not be followed
    expect(led('javascript:alert(1)')).toEqual([])
  })

  test("G83 the Login button leads to the owner's address or to our sign-in, and never into a script", () => {
    const leads = (mainUrl: string | null) => loginAt(openSimulatedPage(config({ mainUrl })).state)
    expect(leads('https://portal.fern.example/a')).toBe('https://portal.fern.example/a')
    expect(leads('/dashboard')).toBe('https://id.example/dashboard')
    // oxlint-disable-next-line no-script-url -- exactly what must not be followed
    expect([leads(null), leads('javascript:alert(1)')]).toEqual(['/auth/sign-in', '/auth/sign-in'])
  })

  test('R116 Back returns one step, and does nothing with an empty history', () => {
    const page = openSimulatedPage().tell({ is: 'chosen', action: 0 }).answer('start')
    page.tell({ is: 'read', text: '1' }).answer('lookup')
    expect(page.state.wizard).toMatchObject({ step: 2, history: [0, 1] })
    expect(page.tell({ is: 'back' }).state.wizard).toMatchObject({ step: 1, history: [0] })
    expect(page.tell({ is: 'back' }).state.wizard).toMatchObject({ step: 0, history: [] })
    expect(page.tell({ is: 'back' }).state.wizard).toMatchObject({ step: 0, history: [] })
    const only = config({ services: { pinRecovery: false }, displayHomePageScreen: false })
    const alone = openSimulatedPage(only).answer('start').tell({ is: 'back' })
    expect(alone.state.wizard).toMatchObject({ step: 1, history: [] })
    expect(atForm().state.wizard.history).toEqual([0])
  })
})

const plainToken = {
  isPinRequired: false,
  verificationType: 'none',
  pinConfig: null,
  channels: [],
  unreached: null,
  person: null,
  signIn: null,
  language: null,
} as const
