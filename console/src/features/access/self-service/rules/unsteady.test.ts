import { describe, expect, test } from 'vitest'
import type { PageMemo } from '../state/memo.ts'
import { waysOn } from '../state/next.ts'
import { freshWizard } from '../state/state.ts'
import { solve, startsWithZeros } from '#platform/work/work.ts'
import {
  afterToken,
  atForm,
  atPin,
  config,
  foundReply,
  openSimulatedPage,
  origin,
  signIn,
  token,
} from './simulated-page.ts'

const identity = { attributes: { employeeId: 'E1' } }

describe('an unavailable server', () => {
  test('for five seconds loses nothing, and the page continues by itself', () => {
    const page = atForm().tell({ is: 'identified', identity })
    for (let second = 0; second < 5; second++) page.lose().pass(5000)
    expect(page.state.away).toMatchObject({ why: 'unreachable' })
    expect(page.asked).toEqual({ name: 'token', identity })
    page.answer('token')
    expect(page.state).toMatchObject({ away: null, notice: null, wizard: { step: 3, identity } })
  })

  test('that is overloaded has the same effect, without blaming the user', () => {
    const page = atForm().tell({ is: 'identified', identity }).refuse(429, { code: 'too-many', message: 'Too many' })
    expect(page.state).toMatchObject({ away: { why: 'crowded' }, notice: null })
    expect(page.pass(10_000).answer('token').state.wizard.step).toBe(3)
  })

  test('during enrollment leaves the outcome to be asked, never guessed', () => {
    const page = atPin().tell({ is: 'pin-typed', pin: '7391', again: '7391' }).lose().tell({ is: 'back' })
    expect(page.state.wizard.step).toBe(4)
    page.pass(1000).refuse(409, { code: 'wrong-step', message: 'Finish the previous step first' })
    expect(page.state).toMatchObject({ wizard: { step: 4, done: null }, notice: { code: 'unclear' } })
  })
})

describe('proof of work', () => {
  test('is done silently, and the call is sent again with it', () => {
    const page = atForm().tell({ is: 'identified', identity })
    page.refuse(403, { code: 'proof-needed', message: 'Work', work: { salt: 'abc', bits: 8 } })
    expect(page.state).toMatchObject({ notice: null, asked: { working: true } })
    expect(page.did('work')).toEqual([{ does: 'work', id: page.state.calls, work: { salt: 'abc', bits: 8 } }])
    page.tell({ is: 'worked', id: page.state.calls, proof: '42' })
    expect(page.did('call').at(-1)).toMatchObject({ proof: '42', call: { name: 'token' } })
  })

  test('finds a number whose digest starts with the required zeros', async () => {
    const proof = await solve({ salt: 'abc', bits: 10 })
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`abc${proof}`))
    expect(startsWithZeros(new Uint8Array(digest), 10)).toBe(true)
    expect(startsWithZeros(Uint8Array.of(0, 0b0010_0000), 10)).toBe(true)
    expect(startsWithZeros(Uint8Array.of(0, 0b0100_0000), 10)).toBe(false)
    expect(startsWithZeros(Uint8Array.of(1, 0), 8)).toBe(false)
  })
})

describe('a kiosk page', () => {
  const kiosk = () => openSimulatedPage(config(), '?kiosk=1&id=AA').answer('start').answer('lookup')

  test('forgets everything after 60 s without input and starts at step 0 with a new session', () => {
    const page = kiosk().tell({ is: 'language-chosen' }).pass(59_750)
    expect(page.state.wizard.step).toBe(2)
    page.pass(250)
    expect(page.did('forget')).toEqual([{ does: 'forget', all: true }])
    expect(page.asked).toEqual({ name: 'challenge' })
    page.answer('challenge').answer('config')
    expect(page.state).toMatchObject({
      query: { card: null, kiosk: true },
      wizard: freshWizard,
      notice: null,
      silentAt: null,
    })
    expect(page.pass(200_000).did('forget')).toHaveLength(1)
  })

  test('forgets a finished user immediately, including the language', () => {
    const page = kiosk()
      .tell({ is: 'identified', identity })
      .answer('token', token({ verificationType: 'none' }))
    page.tell({ is: 'pin-typed', pin: '7391', again: '7391' }).answer('enroll').pass(5000)
    expect(page.did('forget')).toEqual([{ does: 'forget', all: true }])
    expect(page.asked).toEqual({ name: 'challenge' })
    const byHand = kiosk()
      .tell({ is: 'identified', identity })
      .answer('token', token({ verificationType: 'none' }))
    byHand.tell({ is: 'pin-typed', pin: '7391', again: '7391' }).answer('enroll').tell({ is: 'first-step' })
    expect(byHand.did('forget')).toEqual([{ does: 'forget', all: true }])
    const away = openSimulatedPage(config({ redirectUrl: '/welcome' }), '?kiosk=1&id=AA')
      .answer('start')
      .answer('lookup')
    away.tell({ is: 'identified', identity }).answer('token', token({ verificationType: 'none' }))
    away.tell({ is: 'pin-typed', pin: '7391', again: '7391' }).answer('enroll').pass(5000)
    expect(away.did('forget')).toEqual([{ does: 'forget', all: true }])
    expect(away.did('go')).toHaveLength(1)
  })

  test('waits while it is used, or when the user wants to stay', () => {
    const page = kiosk()
    for (let minute = 0; minute < 5; minute++) page.pass(50_000).tell({ is: 'touched' })
    expect(page.state.wizard.step).toBe(2)
    page.pass(55_000).tell({ is: 'stay' }).pass(300_000)
    expect(page.state.wizard.step).toBe(2)
  })

  test('is the only page that forgets', () => {
    expect(atForm().pass(600_000).did('forget')).toEqual([])
  })
})

describe('a sign-in at another site', () => {
  const memo = (more: Partial<PageMemo>): PageMemo => ({
    address: '/self-service/clinic',
    wizard: { ...afterToken({ verificationType: 'entraId', signIn }).state.wizard },
    at: 1_000_000,
    signedIn: null,
    failed: false,
    ...more,
  })

  test('remembers where it began and continues there with the result', () => {
    const page = openSimulatedPage(config(), '', memo({ signedIn: 'brought' }))
    expect(page.asked).toEqual({ name: 'verify', signedIn: 'brought' })
    expect(page.answer('verify').state.wizard).toMatchObject({ step: 4, action: 0, spinner: false })
  })

  test('leaves the page as it was when the user gives up', () => {
    expect(openSimulatedPage(config(), '', memo({ failed: true })).state).toMatchObject({
      wizard: { step: 3 },
      notice: { text: "You weren't signed in. Try again, or ask your administrator" },
      asked: null,
    })
    expect(openSimulatedPage(config(), '', memo({})).state).toMatchObject({ wizard: { step: 3 }, notice: null })
  })

  test('is not continued on another page or after a long time', () => {
    const kept = (search: string, more: Partial<PageMemo>) =>
      openSimulatedPage(config(), search, memo(more)).state.wizard.identity
    expect(kept('', {})).toEqual(identity)
    expect(kept('', { address: '/self-service/other', signedIn: 'brought' })).toBeNull()
    expect(kept('', { at: 1_000_000 - 15 * 60_000 })).toBeNull()
    expect(kept('?kiosk=1', { at: 1_000_000 - 59_000 })).toEqual(identity)
    expect(kept('?kiosk=1', { at: 1_000_000 - 60_000 })).toBeNull()
    expect(kept('?kiosk=1', { at: 1_000_000 - 90_000, failed: true })).toEqual(identity)
  })

  test('keeps no card number in its return address', () => {
    const page = openSimulatedPage(config(), '?id=AA&kiosk=1').answer('start')
    page.answer('lookup', foundReply({ redirectMsal: true, tokenId: 'holder', signIn }))
    expect(page.did('remember')[0]?.memo).toMatchObject({
      address: '/self-service/clinic?kiosk=1',
      wizard: { card: { id: 'AA' } },
    })
    expect(origin).not.toContain('AA')
  })
})

describe('the outcomes', () => {
  const ways = (code: string, services = { enrollment: true, pinRecovery: true }) => {
    const page = openSimulatedPage(config({ services }), '?id=AA').answer('start').answer('lookup')
    page.tell({ is: 'identified', identity }).refuse(409, { code, message: 'No' })
    return waysOn(page.state).map(({ event }) => event.is)
  }

  test('lead from a blocked card to recovery where that is offered', () => {
    expect(ways('key-blocked')).toEqual(['recover-instead', 'first-step'])
    expect(ways('key-blocked', { enrollment: true, pinRecovery: false })).toEqual(['first-step'])
  })

  test('lead from a foreign, suspended, or unknown card to another card', () => {
    for (const code of ['card-taken', 'key-suspended', 'card-unknown'])
      expect(ways(code)).toEqual(['another-card', 'first-step'])
  })

  test('lead back to the form when the user is not found', () => expect(ways('nobody-found')).toEqual([]))

  test('each lead to an existing step', () => {
    const page = openSimulatedPage(config(), '?id=AA').answer('start').answer('lookup')
    page.tell({ is: 'identified', identity }).refuse(409, { code: 'key-blocked', message: 'No' })
    page.tell({ is: 'recover-instead' })
    expect([page.asked, page.state.wizard.card?.id]).toEqual([{ name: 'start', type: 1 }, 'AA'])
    const other = atForm().tell({ is: 'identified', identity }).refuse(409, { code: 'card-taken', message: 'No' })
    expect(other.tell({ is: 'another-card' }).answer('start').state.wizard).toMatchObject({ step: 1, card: null })
  })
})
