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

describe('a server that goes away', () => {
  test('for five seconds: nothing is lost, and the page goes on by itself', () => {
    const page = atForm().tell({ is: 'identified', identity })
    for (let second = 0; second < 5; second++) page.lose().pass(5000)
    expect(page.state.away).toMatchObject({ why: 'unreachable' })
    expect(page.asked).toEqual({ name: 'token', identity })
    page.answer('token')
    expect(page.state).toMatchObject({ away: null, notice: null, wizard: { step: 3, identity } })
  })

  test('or has too many at once: the same, without a word of blame', () => {
    const page = atForm().tell({ is: 'identified', identity }).refuse(429, { code: 'too-many', message: 'Too many' })
    expect(page.state).toMatchObject({ away: { why: 'crowded' }, notice: null })
    expect(page.pass(10_000).answer('token').state.wizard.step).toBe(3)
  })

  test('while it makes the card: what became of it is said, never guessed', () => {
    const page = atPin().tell({ is: 'pin-typed', pin: '7391', again: '7391' }).lose().tell({ is: 'back' })
    expect(page.state.wizard.step).toBe(4)
    page.pass(1000).refuse(409, { code: 'wrong-step', message: 'Finish the previous step first' })
    expect(page.state).toMatchObject({ wizard: { step: 4, done: null }, notice: { code: 'unclear' } })
  })
})

describe('work before an answer', () => {
  test('is done in silence, and the call goes out again with it', () => {
    const page = atForm().tell({ is: 'identified', identity })
    page.refuse(403, { code: 'proof-needed', message: 'Work', work: { salt: 'abc', bits: 8 } })
    expect(page.state).toMatchObject({ notice: null, asked: { working: true } })
    expect(page.did('work')).toEqual([{ does: 'work', id: page.state.calls, work: { salt: 'abc', bits: 8 } }])
    page.tell({ is: 'worked', id: page.state.calls, proof: '42' })
    expect(page.did('call').at(-1)).toMatchObject({ proof: '42', call: { name: 'token' } })
  })

  test('finds a number whose digest begins with the zeros asked for', async () => {
    const proof = await solve({ salt: 'abc', bits: 10 })
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`abc${proof}`))
    expect(startsWithZeros(new Uint8Array(digest), 10)).toBe(true)
    expect(startsWithZeros(Uint8Array.of(0, 0b0010_0000), 10)).toBe(true)
    expect(startsWithZeros(Uint8Array.of(0, 0b0100_0000), 10)).toBe(false)
    expect(startsWithZeros(Uint8Array.of(1, 0), 8)).toBe(false)
  })
})

describe('a page in public', () => {
  const kiosk = () => openSimulatedPage(config(), '?kiosk=1&id=AA').answer('start').answer('lookup')

  test('forgets everything after 60 s of silence, and begins at step 0 with a new session', () => {
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

  test('forgets who finished at once, also in what language', () => {
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

  test('waits as long as somebody is there, or wants to stay', () => {
    const page = kiosk()
    for (let minute = 0; minute < 5; minute++) page.pass(50_000).tell({ is: 'touched' })
    expect(page.state.wizard.step).toBe(2)
    page.pass(55_000).tell({ is: 'stay' }).pass(300_000)
    expect(page.state.wizard.step).toBe(2)
  })

  test('elsewhere nothing is forgotten', () => {
    expect(atForm().pass(600_000).did('forget')).toEqual([])
  })
})

describe('a sign-in elsewhere', () => {
  const memo = (more: Partial<PageMemo>): PageMemo => ({
    address: '/self-service/clinic',
    wizard: { ...afterToken({ verificationType: 'entraId', signIn }).state.wizard },
    at: 1_000_000,
    signedIn: null,
    failed: false,
    ...more,
  })

  test('remembers where it began, and goes on there with what came back', () => {
    const page = openSimulatedPage(config(), '', memo({ signedIn: 'brought' }))
    expect(page.asked).toEqual({ name: 'verify', signedIn: 'brought' })
    expect(page.answer('verify').state.wizard).toMatchObject({ step: 4, action: 0, spinner: false })
  })

  test('that was given up leaves the page where it was', () => {
    expect(openSimulatedPage(config(), '', memo({ failed: true })).state).toMatchObject({
      wizard: { step: 3 },
      notice: { text: "You weren't signed in. Try again, or ask your administrator" },
      asked: null,
    })
    expect(openSimulatedPage(config(), '', memo({})).state).toMatchObject({ wizard: { step: 3 }, notice: null })
  })

  test('of somebody else is not gone on with: another page, or long ago', () => {
    const kept = (search: string, more: Partial<PageMemo>) =>
      openSimulatedPage(config(), search, memo(more)).state.wizard.identity
    expect(kept('', {})).toEqual(identity)
    expect(kept('', { address: '/self-service/other', signedIn: 'brought' })).toBeNull()
    expect(kept('', { at: 1_000_000 - 15 * 60_000 })).toBeNull()
    expect(kept('?kiosk=1', { at: 1_000_000 - 59_000 })).toEqual(identity)
    expect(kept('?kiosk=1', { at: 1_000_000 - 60_000 })).toBeNull()
    expect(kept('?kiosk=1', { at: 1_000_000 - 90_000, failed: true })).toEqual(identity)
  })

  test('keeps no card in the address it comes back to', () => {
    const page = openSimulatedPage(config(), '?id=AA&kiosk=1').answer('start')
    page.answer('lookup', foundReply({ redirectMsal: true, tokenId: 'holder', signIn }))
    expect(page.did('remember')[0]?.memo).toMatchObject({
      address: '/self-service/clinic?kiosk=1',
      wizard: { card: { id: 'AA' } },
    })
    expect(origin).not.toContain('AA')
  })
})

describe('every outcome has its way on', () => {
  const ways = (code: string, services = { enrollment: true, pinRecovery: true }) => {
    const page = openSimulatedPage(config({ services }), '?id=AA').answer('start').answer('lookup')
    page.tell({ is: 'identified', identity }).refuse(409, { code, message: 'No' })
    return waysOn(page.state).map(({ event }) => event.is)
  }

  test('a blocked card is recovered where that is offered', () => {
    expect(ways('key-blocked')).toEqual(['recover-instead', 'first-step'])
    expect(ways('key-blocked', { enrollment: true, pinRecovery: false })).toEqual(['first-step'])
  })

  test("somebody else's, a suspended or an unknown card is changed for another", () => {
    for (const code of ['card-taken', 'key-suspended', 'card-unknown'])
      expect(ways(code)).toEqual(['another-card', 'first-step'])
  })

  test('who is not found looks at the form again', () => expect(ways('nobody-found')).toEqual([]))

  test('and the ways lead somewhere', () => {
    const page = openSimulatedPage(config(), '?id=AA').answer('start').answer('lookup')
    page.tell({ is: 'identified', identity }).refuse(409, { code: 'key-blocked', message: 'No' })
    page.tell({ is: 'recover-instead' })
    expect([page.asked, page.state.wizard.card?.id]).toEqual([{ name: 'start', type: 1 }, 'AA'])
    const other = atForm().tell({ is: 'identified', identity }).refuse(409, { code: 'card-taken', message: 'No' })
    expect(other.tell({ is: 'another-card' }).answer('start').state.wizard).toMatchObject({ step: 1, card: null })
  })
})
