import { describe, expect, test } from 'vitest'
import { debugOf, defaultIcon, helpOf, iconOf, offeredServices, pageTitle } from '../state/page-view.ts'
import { config, openSimulatedPage, SimulatedPage } from './simulated-page.ts'

const shown = (status: number, message: string | null = 'Said by the server', code: string | null = null) =>
  openSimulatedPage().tell({ is: 'chosen', action: 0 }).refuse(status, { message, code }).state.notice?.text ?? null

describe('the page opens', () => {
  test('R55 with a session the configuration at once; without one a challenge, the session kept, and 50 ms later', () => {
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

  test('R56 a challenge that is refused shows its message', () => {
    const { state } = new SimulatedPage()
      .tell({ is: 'opened', session: null, memo: null })
      .refuse(500, { message: 'No room' })
    expect(state).toMatchObject({ stage: 'closed', notice: { text: 'No room' } })
  })

  test('R57 a 401 with a message begins anew: challenge, wizard cleared, configuration', () => {
    const page = openSimulatedPage().tell({ is: 'chosen', action: 1 }).answer('start')
    expect(page.state.wizard.step).toBe(1)
    page.tell({ is: 'read', text: '1' }).refuse(401, { message: 'Your visit expired', code: 'visit-over' })
    expect(page.state.wizard).toMatchObject({ step: 0, history: [], action: null, card: null })
    expect(page.did('forget')).toEqual([{ does: 'forget', all: false }])
    page.answer('challenge').answer('config')
    expect(page.calls.slice(-2)).toEqual(['challenge', 'config'])
    expect(page.state).toMatchObject({ stage: 'open', notice: { text: 'Your visit expired', kind: 'fact' } })
  })

  test('R57 a page that stood for long takes the first card all the same, and says nothing of a session', () => {
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

  test('R57 a page that is loaded with a session of before says nothing of it either', () => {
    const page = new SimulatedPage()
      .tell({ is: 'opened', session: 'kept', memo: null })
      .refuse(401, { message: 'Over' })
    expect(page.answer('challenge').answer('config').state).toMatchObject({ stage: 'open', notice: null })
  })

  test('R57 a server that ends every session is not asked for ever', () => {
    const page = new SimulatedPage().tell({ is: 'opened', session: 'kept', memo: null })
    for (let round = 0; round < 10 && page.asked; round++) {
      if (page.asked.name === 'challenge') page.answer('challenge')
      else page.refuse(401, { message: 'Over' })
    }
    expect(page.state).toMatchObject({ stage: 'closed', asked: null })
  })

  test('R58 a 401 without a message and any other status are swallowed', () => {
    for (const status of [401, 405, 410, 413, 415, 418, 429, 501, 502, 503, 504])
      expect(shown(status, status === 401 ? null : 'Said'), String(status)).toBeNull()
  })

  test('R59 the statuses of the specification show their message, and nothing without one', () => {
    for (const status of [400, 402, 403, 404, 409, 422, 500]) {
      expect(shown(status)).toBe('Said by the server')
      expect(shown(status, null)).toBeNull()
    }
  })

  test('R60 a 403 shows its message and ends no session', () => {
    const page = openSimulatedPage().tell({ is: 'chosen', action: 0 }).refuse(403, { message: 'Not here' })
    expect(page.state).toMatchObject({ notice: { text: 'Not here' }, session: 'kept', stage: 'open' })
    expect([...page.did('forget'), ...page.did('go')]).toEqual([])
  })
})

describe('what the page shows', () => {
  test('R61 the title ends with Self-Service', () => expect(pageTitle).toMatch(/^Claviger Self-Service$/))

  test("R62 the workspace's icon, or the default one", () => {
    const workspace = { id: 'w', name: 'Fern', icon: '/api/workspace-icon/w?v=1' }
    expect(iconOf(config({ workspace }))).toBe('/api/workspace-icon/w?v=1')
    expect(iconOf(config())).toBe(defaultIcon)
    expect(iconOf(null)).toBe(defaultIcon)
  })

  test('R63 a button for each service that is on, and a hint when there is any', () => {
    const at = (enrollment: boolean, pinRecovery: boolean) =>
      offeredServices(config({ services: { enrollment, pinRecovery } }))
    expect(at(true, true)).toEqual({ enroll: true, recover: true, hint: true })
    expect(at(true, false)).toEqual({ enroll: true, recover: false, hint: true })
    expect(at(false, true)).toEqual({ enroll: false, recover: true, hint: true })
    expect(at(false, false)).toEqual({ enroll: false, recover: false, hint: false })
  })

  test("R64 the owner's help, else the default text", () => {
    const messages = { ...config().messages, help: 'Ext. 4500' }
    expect(helpOf(config({ messages }))).toEqual(['Ext. 4500'])
    expect(helpOf(config({ messages: { ...messages, help: '  ' } }))).toBeNull()
    expect(helpOf(config())).toBeNull()
  })

  test('R65 the spinner stands from the card until the lookup or the submission ends', () => {
    const page = openSimulatedPage(config(), '?id=04A1B2C3')
    expect(page.state.wizard.spinner).toBe(true)
    page.answer('start')
    expect(page.state.wizard.spinner).toBe(true)
    page.answer('lookup')
    expect(page.state.wizard).toMatchObject({ step: 2, spinner: false })
  })

  test('R66 onboarding goes to the extension, or is said not to be supported', () => {
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

  test('R67 the debug panel: extension there and debug mode on', () => {
    const at = (debugMode: boolean, there: boolean) => {
      const page = openSimulatedPage(config({ debugMode }))
      return debugOf(there ? page.tell({ is: 'extension', id: 'abc', version: '1.2' }).state : page.pass(8000).state)
    }
    expect(at(true, true)).toEqual({ version: '1.2' })
    expect([at(true, false), at(false, true), at(false, false)]).toEqual([null, null, null])
  })

  test('R68 without an id the log page alerts', () => {
    const page = openSimulatedPage().tell({ is: 'extension', id: '', version: '1.2' }).tell({ is: 'reports' })
    expect(page.did('alert')).toEqual([{ does: 'alert', text: 'Extension ID not available.' }])
    const known = openSimulatedPage().tell({ is: 'extension', id: 'abc', version: '1.2' }).tell({ is: 'reports' })
    expect(known.did('open')).toEqual([{ does: 'open', to: 'chrome-extension://abc/logs.html' }])
  })
})
