import { describe, expect, test } from 'vitest'
import type { Event } from '../state/events.ts'
import { readExtensionEvent } from '#platform/light-page/extension-bridge.ts'
import { returnPath } from '../state/page-actions.ts'
import { mayGoWithout } from '../state/page-view.ts'
import { config, foundReply, openSimulatedPage, origin, SimulatedPage, signIn } from './simulated-page.ts'

const started = (page: SimulatedPage) => {
  const call = page.did('call').find(effect => effect.call.name === 'start')?.call
  return call?.name === 'start' ? { type: call.type, card: page.state.wizard.card?.id ?? null } : null
}
const services = (enrollment: boolean, pinRecovery: boolean, displayHomePageScreen = true) =>
  config({ services: { enrollment, pinRecovery }, displayHomePageScreen })
const posted = (page: SimulatedPage) => page.did('post').map(({ message }) => message.type)

describe('the first action', () => {
  test('R69 action=recovery starts recovery with id, or with data when id is missing', () => {
    expect(started(openSimulatedPage(config(), '?action=recovery&id=AA&data=BB'))).toEqual({ type: 1, card: 'AA' })
    expect(started(openSimulatedPage(config(), '?action=Recovery&data=BB'))).toEqual({ type: 1, card: 'BB' })
    expect(started(openSimulatedPage(config(), '?action=recovery'))).toEqual({ type: 1, card: null })
  })

  test('R70 action=enroll starts enrollment', () => {
    expect(started(openSimulatedPage(config(), '?action=ENROLL&data=BB'))).toEqual({ type: 0, card: 'BB' })
    expect(started(openSimulatedPage(config(), '?action=enroll'))).toEqual({ type: 0, card: null })
    expect(started(openSimulatedPage(services(false, true), '?action=enroll'))).toBeNull()
  })

  test('R71 a card without an action starts enrollment, or recovery when only that is offered', () => {
    for (const home of [true, false])
      expect(started(openSimulatedPage(services(true, true, home), '?id=AA'))).toEqual({ type: 0, card: 'AA' })
    expect(started(openSimulatedPage(services(false, true), '?data=AA&action=what'))).toEqual({ type: 1, card: 'AA' })
  })

  test('R72 starts the only service when there is no home screen', () => {
    expect(started(openSimulatedPage(services(false, true, false)))).toEqual({ type: 1, card: null })
    expect(started(openSimulatedPage(services(true, false, false)))).toEqual({ type: 0, card: null })
  })

  test('R73 otherwise shows the home screen', () => {
    for (const given of [services(true, true, false), services(true, false), services(false, false, false)]) {
      const page = openSimulatedPage(given)
      expect([started(page), page.state.wizard.step]).toEqual([null, 0])
    }
  })

  test('R74 handles the action first and the card 50 ms later', () => {
    const page = openSimulatedPage(config(), '?id=AA&action=recovery')
    expect(page.calls).toEqual(['config', 'start'])
    page.tell({ is: 'answered', id: page.state.calls, answer: { name: 'start', reply: { ok: true } } })
    expect(page.did('wait').at(-1)).toEqual({ does: 'wait', timer: 'lookup', ms: 50 })
    expect(page.pass(50).calls).toEqual(['config', 'start', 'lookup'])
  })

  test('R75 shows step 1 without a card', () => {
    expect(openSimulatedPage().tell({ is: 'chosen', action: 0 }).answer('start').state.wizard).toMatchObject({
      step: 1,
      action: 0,
    })
  })

  test('R76 continues step 1 without a card only for keys that are not verified', () => {
    const at = (verification: number) =>
      openSimulatedPage(config({ configs: { verification } }))
        .tell({ is: 'chosen', action: 0 })
        .answer('start')
        .tell({ is: 'without-card' }).state.wizard.step
    expect([at(0), at(1), at(2)]).toEqual([2, 1, 1])
    // Without form fields, only the card leads to Entra ID: without a card, no user can be found
    const nothing = config({ configs: { verification: 0, hasEmployeeId: false } })
    const page = openSimulatedPage(nothing).tell({ is: 'chosen', action: 0 }).answer('start')
    expect([mayGoWithout(page.state), page.tell({ is: 'without-card' }).state.wizard.step]).toEqual([false, 1])
    const recovers = openSimulatedPage(config({ configs: { verification: 0 } }))
      .tell({ is: 'chosen', action: 1 })
      .answer('start')
    expect(recovers.tell({ is: 'without-card' }).state.wizard.step).toBe(1)
  })

  test('R77 tells the lookup whether the card came from the address or a reader', () => {
    const type = (page: SimulatedPage) => (page.asked?.name === 'lookup' ? page.asked.type : null)
    expect(type(openSimulatedPage(config(), '?id=AA').answer('start'))).toBe('query')
    expect(type(openSimulatedPage().tell({ is: 'read', text: '1' }).answer('start'))).toBe('card')
    expect(type(openSimulatedPage().tell({ is: 'tapped', card: '04A1' }).answer('start'))).toBe('card')
  })

  test('tells the log what read the card', () => {
    const reader = (event: Event) => {
      const { asked } = openSimulatedPage().tell(event).answer('start')
      return asked?.name === 'lookup' ? asked.reader : null
    }
    expect(reader({ is: 'read', text: '1' })).toBe('keyboard')
    expect(reader({ is: 'read', text: '1', at: 'hand' })).toBe('typed')
    expect(reader({ is: 'read', text: '1', at: 'extension' })).toBe('extension')
    expect(reader({ is: 'tapped', card: '04A1' })).toBe('nfc')
    expect(openSimulatedPage(config(), '?id=AA').answer('start').asked).not.toHaveProperty('reader')
  })
})

describe('the lookup of a card', () => {
  const lookup = (page: SimulatedPage, more: Parameters<typeof foundReply>[0]) =>
    page.answer('start').answer('lookup', foundReply(more))
  const elsewhere = { redirectMsal: true, tokenId: 'holder', signIn }

  test('R78 redirects to the identity provider and first clears data of an earlier sign-in', () => {
    const page = lookup(openSimulatedPage(config(), '?id=AA'), elsewhere)
    const order = page.effects.map(({ does }) => does)
    expect(order.slice(-3)).toEqual(['clear-sign-in', 'remember', 'go'])
    expect(page.did('go')[0]?.to).toBe(signIn.url)
    expect(posted(page)).not.toContain('CARD_TAPPED')
    const handed = openSimulatedPage(config(), '?id=AA').tell({ is: 'extension', id: 'abc', version: '1' })
    const tapped = lookup(handed, elsewhere)
      .did('post')
      .find(({ message }) => message.type === 'CARD_TAPPED')
    expect(tapped?.message).toMatchObject({
      type: 'CARD_TAPPED',
      payload: { cardId: 'AA', baseUrl: origin, apiUrl: origin },
    })
  })

  test('R79 shows step 2 on a redirect without a holder', () => {
    const known = { redirectMsal: true, tokenAttribures: { employeeId: 'opaque' } }
    const page = lookup(openSimulatedPage(config(), '?id=AA'), known)
    expect([page.state.wizard.step, page.asked]).toEqual([2, null])
  })

  test('R80 submits data of the card system if it is complete, else shows step 2', () => {
    const known = lookup(openSimulatedPage(config(), '?id=AA'), { tokenAttribures: { employeeId: 'opaque' } })
    expect(known.asked).toEqual({ name: 'token', identity: { attributes: { employeeId: 'opaque' } } })
    expect(
      lookup(openSimulatedPage(config(), '?id=AA'), { tokenAttribures: { userId: 'opaque' } }).state.wizard.step,
    ).toBe(2)
  })

  test('R81 hides the loader and stays after a failed lookup', () => {
    const page = openSimulatedPage().tell({ is: 'chosen', action: 0 }).answer('start').tell({ is: 'read', text: '1' })
    expect(page.state.wizard.spinner).toBe(true)
    page.refuse(422, { message: 'Unreadable', code: 'card-unreadable' })
    expect(page.state).toMatchObject({ wizard: { step: 1, spinner: false }, notice: { text: 'Unreadable' } })
  })

  test('R84 lets the extension redirect when automation is on', () => {
    const by = (msalAutomation: boolean, there: boolean) => {
      const page = openSimulatedPage(config({ msalAutomation }), '?id=AA')
      if (there) page.tell({ is: 'extension', id: 'abc', version: '1' })
      lookup(page, elsewhere)
      const said = page.did('post').find(({ message }) => message.type === 'SSO_AUTOMATION')?.message
      return [said && 'payload' in said ? said.payload : undefined, page.did('go')[0]?.to]
    }
    expect(by(true, true)).toEqual([{ url: origin + signIn.url }, undefined])
    for (const page of [by(true, false), by(false, true)]) expect(page).toEqual([undefined, signIn.url])
  })
})

describe('the extension', () => {
  const info = { source: 'claviger-extension', type: 'EXTENSION_INFO', payload: { id: 'abc', version: '1.2' } }

  test('R82 is detected by its info message, and missing after 8 seconds', () => {
    expect(readExtensionEvent(origin, origin, info)).toEqual({ is: 'extension', id: 'abc', version: '1.2' })
    expect(readExtensionEvent('https://elsewhere.example', origin, info)).toBeNull()
    expect(readExtensionEvent(origin, origin, { ...info, source: 'another-page' })).toBeNull()
    expect(readExtensionEvent(origin, origin, { ...info, payload: { id: 'abc' } })).toBeNull()
    expect(openSimulatedPage().pass(7750).state.extension).toBeUndefined()
    expect(openSimulatedPage().pass(8000).state.extension).toBeNull()
  })

  test('R83 receives the page, the card, the onboarding, and the server', () => {
    expect(posted(new SimulatedPage().tell({ is: 'opened', session: null, memo: null }))).toEqual(['GET_LOGIN_INFO'])
    for (const { message } of openSimulatedPage().did('post')) expect(message.source).toBe('claviger-page')
  })

  test('R83 learns when the page waits for a card, and sends the tapped card', () => {
    const page = openSimulatedPage().tell({ is: 'extension', id: 'abc', version: '1' })
    expect(page.did('post').at(-1)?.message).toMatchObject({ type: 'CARD_WANTED', payload: { wanted: true } })
    const tap = readExtensionEvent(origin, origin, { ...info, type: 'CARD_READ', payload: { cardId: '256' } })
    expect(tap).toEqual({ is: 'read', text: '256', at: 'extension' })
    if (tap) page.tell(tap)
    expect(page.state.wizard).toMatchObject({ action: 0, card: { id: '0001', from: 'card' } })
    page.answer('start').answer('lookup')
    expect(page.did('post').at(-1)?.message).toMatchObject({ type: 'CARD_WANTED', payload: { wanted: false } })
    const none = openSimulatedPage(config({ configs: { inputReadingFormat: 'none' } }))
    expect(none.tell({ is: 'read', text: '256' }).state.wizard.card).toBeNull()
    expect(none.tell({ is: 'read', text: '256', at: 'extension' }).state.wizard.card?.id).toBe('0001')
  })

  test("R85 receives the identity provider's return at /msal/result", () => expect(returnPath).toBe('/msal/result'))

  test('R86 gets the server address where readers write decimal, outside production', () => {
    const told = (inputReadingFormat: 'dec' | 'hex', production: boolean) => {
      const page = openSimulatedPage(config({ configs: { inputReadingFormat }, production }))
      page.tell({ is: 'extension', id: 'abc', version: '1' })
      return page.did('post').find(({ message }) => message.type === 'CHANGE_SERVER_ON_PREMISE')?.message
    }
    expect(told('dec', false)).toMatchObject({ type: 'CHANGE_SERVER_ON_PREMISE', payload: { url: origin } })
    expect([told('dec', true), told('hex', false), told('hex', true)]).toEqual([undefined, undefined, undefined])
  })
})
