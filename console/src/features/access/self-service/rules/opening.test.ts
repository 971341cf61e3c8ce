import { describe, expect, test } from 'vitest'
import { debugOf, defaultIcon, helpOf, iconOf, offeredServices, pageTitle } from '../state/page-view.ts'
import { config, openSimulatedPage, SimulatedPage } from './simulated-page.ts'

const shown = (status: number, message: string | null = 'Said by the server', code: string | null = null) =>
  openSimulatedPage().tell({ is: 'chosen', action: 0 }).refuse(status, { message, code }).state.notice?.text ?? null

describe('the opening page', () => {
  test('R55 loads the configuration immediately with a session; otherwise asks for a challenge, stores the session, and loads 50 ms later', () => {
    expect(new SimulatedPage().tell({ is: 'opened', session: 'kept', memo: null }).calls).toEqual(['config'])
    const page = new SimulatedPage().tell({ is: 'opened', session: null, memo: null })
    expect(page.calls).toEqual(['challenge'])
    page.tell({ is: 'answered', id: 1, answer: { name: 'challenge', reply: { session: 'new' } } })
    expect(page.did('keep')).toEqual([{ does: 'keep', session: 'new' }])
    expect(page.did('wait').at(-1)).toEqual({ does: 'wait', timer: 'config', ms: 50 })
    expect(page.calls).toEqual(['challenge'])
    page.pass(50)
    expect(page.calls).toEqual(['challenge', 'config'])
    expect(page.did('call').at(-1)?.session).toBe('new')
  })

  test('R56 shows the message of a refused challenge', () => {
    const { state } = new SimulatedPage()
      .tell({ is: 'opened', session: null, memo: null })
      .refuse(500, { message: 'No room' })
    expect(state).toMatchObject({ stage: 'closed', notice: { text: 'No room' } })
  })

  test('R57 restarts on a 401 with a message: challenge, empty wizard, configuration', () => {
    const page = openSimulatedPage().tell({ is: 'chosen', action: 1 }).answer('start')
    expect(page.state.wizard.step).toBe(1)
    page.tell({ is: 'read', text: '1' }).refuse(401, { message: 'Your visit expired', code: 'visit-over' })
    expect(page.state.wizard).toMatchObject({ step: 0, history: [], action: null, card: null })
    expect(page.did('forget')).toEqual([{ does: 'forget', all: false }])
    page.answer('challenge').answer('config')
    expect(page.calls.slice(-2)).toEqual(['challenge', 'config'])
    expect(page.state).toMatchObject({ stage: 'open', notice: { text: 'Your visit expired', kind: 'fact' } })
  })

  test('R57 accepts the first card on a page that was open for long, without mentioning the session', () => {
    const page = openSimulatedPage().tell({ is: 'read', text: '256' }).refuse(401, { message: 'Your visit expired' })
    expect(page.state.wizard).toMatchObject({ action: null, card: null })
    page.answer('challenge').answer('config')
    expect(page.asked).toEqual({ name: 'start', type: 0 })
    expect(page.answer('start').asked).toMatchObject({ name: 'lookup', cardId: '0001' })
    expect(page.state.notice).toBeNull()
    const chosen = openSimulatedPage(config(), '?action=enroll')
    chosen.refuse(401, { message: 'Over' }).answer('challenge').answer('config').answer('start')
    expect(chosen.state).toMatchObject({ wizard: { step: 1, action: 0 }, notice: null })
    const again = openSimulatedPage().tell({ is: 'chosen', action: 1 }).refuse(401, { message: 'Over' })
    again.answer('challenge').answer('config').refuse(401, { message: 'Over' }).answer('challenge').answer('config')
    expect(again.state).toMatchObject({ asked: null, wizard: { step: 0 }, notice: { text: 'Over' } })
  })

  test('R57 does not mention an expired session when the page is loaded again', () => {
    const page = new SimulatedPage()
      .tell({ is: 'opened', session: 'kept', memo: null })
      .refuse(401, { message: 'Over' })
    expect(page.answer('challenge').answer('config').state).toMatchObject({ stage: 'open', notice: null })
  })

  test('R57 stops asking a server that ends every session', () => {
    const page = new SimulatedPage().tell({ is: 'opened', session: 'kept', memo: null })
    for (let round = 0; round < 10 && page.asked; round++) {
      if (page.asked.name === 'challenge') page.answer('challenge')
      else page.refuse(401, { message: 'Over' })
    }
    expect(page.state).toMatchObject({ stage: 'closed', asked: null })
  })

  test('R58 ignores a 401 without a message and any other status', () => {
    for (const status of [401, 405, 410, 413, 415, 418, 429, 501, 502, 503, 504])
      expect(shown(status, status === 401 ? null : 'Said'), String(status)).toBeNull()
  })

  test('R59 shows the message of the specified statuses, and nothing without a message', () => {
    for (const status of [400, 402, 403, 404, 409, 422, 500]) {
      expect(shown(status)).toBe('Said by the server')
      expect(shown(status, null)).toBeNull()
    }
  })

  test('R60 shows the message of a 403 and keeps the session', () => {
    const page = openSimulatedPage().tell({ is: 'chosen', action: 0 }).refuse(403, { message: 'Not here' })
    expect(page.state).toMatchObject({ notice: { text: 'Not here' }, session: 'kept', stage: 'open' })
    expect([...page.did('forget'), ...page.did('go')]).toEqual([])
  })
})

describe('the content of the page', () => {
  test('R61 the title ends with Self-Service', () => expect(pageTitle).toMatch(/^Claviger Self-Service$/))

  test('R62 shows the icon of the workspace or the default icon', () => {
    const workspace = { id: 'w', name: 'Fern', icon: '/api/workspace-icon/w?v=1' }
    expect(iconOf(config({ workspace }))).toBe('/api/workspace-icon/w?v=1')
    expect(iconOf(config())).toBe(defaultIcon)
    expect(iconOf(null)).toBe(defaultIcon)
  })

  test('R63 shows a button for each enabled service, and a hint if there is one', () => {
    const at = (enrollment: boolean, pinRecovery: boolean) =>
      offeredServices(config({ services: { enrollment, pinRecovery } }))
    expect(at(true, true)).toEqual({ enroll: true, recover: true, hint: true })
    expect(at(true, false)).toEqual({ enroll: true, recover: false, hint: true })
    expect(at(false, true)).toEqual({ enroll: false, recover: true, hint: true })
    expect(at(false, false)).toEqual({ enroll: false, recover: false, hint: false })
  })

  test("R64 shows the owner's help text or the default text", () => {
    const messages = { ...config().messages, help: 'Ext. 4500' }
    expect(helpOf(config({ messages }))).toEqual(['Ext. 4500'])
    expect(helpOf(config({ messages: { ...messages, help: '  ' } }))).toBeNull()
    expect(helpOf(config())).toBeNull()
  })

  test('R65 shows the spinner from the tap until the lookup or submission ends', () => {
    const page = openSimulatedPage(config(), '?id=04A1B2C3')
    expect(page.state.wizard.spinner).toBe(true)
    page.answer('start')
    expect(page.state.wizard.spinner).toBe(true)
    page.answer('lookup')
    expect(page.state.wizard).toMatchObject({ step: 2, spinner: false })
  })

  test('R66 hands onboarding to the extension, or says that it is not supported', () => {
    const address = '?authenticator_onboarding=true'
    const able = config({ authenticatorOnboarding: true })
    const page = openSimulatedPage(able, address)
    expect(page.state.wizard.spinner).toBe(true)
    page.tell({ is: 'extension', id: 'abc', version: '1.0' })
    expect(page.did('post').map(({ message }) => message.type)).toContain('AUTHENTICATOR_ONBOARDING_START')
    expect(page.state.wizard.spinner).toBe(false)
    const text = 'Authenticator onboarding is not supported in this environment'
    expect(openSimulatedPage(able, address).pass(8000).state).toMatchObject({
      notice: { text },
      wizard: { spinner: false },
    })
    expect(openSimulatedPage(config(), address).state.notice?.text).toBe(text)
    expect(openSimulatedPage(able, '?authenticator_onboarding=false').state.notice).toBeNull()
  })

  test('R67 shows the debug panel with the extension and debug mode', () => {
    const at = (debugMode: boolean, there: boolean) => {
      const page = openSimulatedPage(config({ debugMode }))
      return debugOf(there ? page.tell({ is: 'extension', id: 'abc', version: '1.2' }).state : page.pass(8000).state)
    }
    expect(at(true, true)).toEqual({ version: '1.2' })
    expect([at(true, false), at(false, true), at(false, false)]).toEqual([null, null, null])
  })

  test('R68 shows an alert on the log page without an ID', () => {
    const page = openSimulatedPage().tell({ is: 'extension', id: '', version: '1.2' }).tell({ is: 'reports' })
    expect(page.did('alert')).toEqual([{ does: 'alert', text: 'Extension ID not available.' }])
    const known = openSimulatedPage().tell({ is: 'extension', id: 'abc', version: '1.2' }).tell({ is: 'reports' })
    expect(known.did('open')).toEqual([{ does: 'open', to: 'chrome-extension://abc/logs.html' }])
  })
})
