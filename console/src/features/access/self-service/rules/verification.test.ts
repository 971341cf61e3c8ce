import { describe, expect, test } from 'vitest'
import { secondsUntil } from '../flow/clock.ts'
import { afterToken, signIn } from './simulated-page.ts'

const one = [{ type: 'email' as const, address: 'g•••@fern.example' }]
const atModal = (action: 0 | 1 = 0) =>
  afterToken({}, action).tell({ is: 'code-wanted', channel: 'phone' }).answer('code')

describe('step 3', () => {
  test('R100 offers codes, self-confirmation, the automatic check, or the sign-in', () => {
    expect(afterToken().state.wizard).toMatchObject({ step: 3, verification: 'default', modal: null })
    expect(afterToken().asked).toBeNull()
    expect(afterToken({ verificationType: 'selfConfirmation' }).state.wizard.confirmAt).not.toBeNull()
    expect(afterToken({ verificationType: 'automatic' }).asked).toEqual({ name: 'verify' })
    for (const verificationType of ['entraId', 'sso'] as const) {
      const elsewhere = afterToken({ verificationType, signIn }).tell({ is: 'sign-in-wanted' })
      expect(elsewhere.did('go')).toEqual([{ does: 'go', to: signIn.url }])
    }
  })

  test('R101 opens the code dialog for ten minutes; another request restarts the time', () => {
    const page = atModal()
    const left = () => secondsUntil(page.state.wizard.resendAt, page.now)
    expect(page.calls.at(-1)).toBe('code')
    expect(page.state.wizard.modal).toEqual({ channel: 'phone', fault: null, open: true })
    expect(left()).toBe(600)
    page.pass(599_000).tell({ is: 'code-wanted', channel: 'phone' })
    expect([left(), page.asked]).toEqual([1, null])
    page.pass(1000).tell({ is: 'code-wanted', channel: 'phone' })
    expect(page.asked).toEqual({ name: 'code', type: 'phone', back: false })
    page.answer('code')
    expect(left()).toBe(600)
  })

  test('R102 goes back after a failed automatic request, else stays', () => {
    const alone = afterToken({ channels: one })
    expect(alone.asked).toEqual({ name: 'code', type: 'email', back: true })
    expect(alone.refuse(500, { message: 'No' }).state.wizard.step).toBe(2)
    const asked = afterToken().tell({ is: 'code-wanted', channel: 'email' })
    expect(asked.refuse(500, { message: 'No' }).state.wizard.step).toBe(3)
  })

  test('R102 accepts a code that was sent a moment ago', () => {
    const again = afterToken({ channels: one }).refuse(409, { message: 'Just sent', code: 'visit-code-too-soon' })
    expect(again.state.wizard).toMatchObject({ step: 3, modal: { open: true } })
  })

  test('R103 goes back after a failed verification without a code, and stays with a code', () => {
    const automatic = afterToken({ verificationType: 'automatic' })
    expect(automatic.refuse(403, { message: 'Not yours', code: 'not-verified' }).state).toMatchObject({
      wizard: { step: 2 },
      notice: { text: 'Not yours' },
    })
    const typed = atModal().tell({ is: 'code-typed', code: '000000' })
    typed.refuse(422, { message: 'Please enter valid Code', code: 'visit-code-refused' })
    expect(typed.state.wizard).toMatchObject({ step: 3, modal: { open: true, fault: 'Please enter valid Code' } })
  })

  test('shows refusals inside the open dialog', () => {
    const short = atModal().tell({ is: 'code-typed', code: '12' })
    short.refuse(422, { message: 'Please enter valid Code', code: 'invalid-input' })
    expect(short.state).toMatchObject({ notice: null, wizard: { modal: { fault: 'Please enter valid Code' } } })
    const limited = atModal().pass(600_000).tell({ is: 'code-wanted', channel: 'email' })
    limited.refuse(403, { message: 'Too many attempts', code: 'visit-limit' })
    expect(limited.state).toMatchObject({ wizard: { step: 3, modal: { open: true, fault: 'Too many attempts' } } })
  })

  test('R104 accepts no confirmation within three seconds', () => {
    const page = afterToken({ verificationType: 'selfConfirmation' })
    expect(page.pass(2750).tell({ is: 'confirmed' }).asked).toBeNull()
    expect(page.pass(250).tell({ is: 'confirmed' }).asked).toEqual({ name: 'verify' })
  })

  test('R105 closes the dialog on Back', () => {
    expect(atModal().tell({ is: 'back' }).state.wizard).toMatchObject({ step: 2, modal: null })
  })

  test('R106 continues to step 4 in recovery or with a required PIN, and requires no further verification', () => {
    const after = (action: 0 | 1, isPinRequired: boolean) =>
      atModal(action)
        .tell({ is: 'code-typed', code: '123456' })
        .answer('verify', { ok: true, isPinRequired, pinConfig: null }).state.wizard
    const expected = { step: 4, verification: 'none', pinRequired: true, modal: null }
    expect(after(0, true)).toMatchObject(expected)
    expect(after(1, true)).toMatchObject(expected)
    expect(after(1, false)).toMatchObject(expected)
  })

  test('R107 enrolls the card and continues to step 5 in enrollment without a PIN', () => {
    const page = atModal().tell({ is: 'code-typed', code: '123456' })
    page.answer('verify', { ok: true, isPinRequired: false, pinConfig: null })
    expect([page.asked, page.state.wizard.step]).toEqual([{ name: 'enroll' }, 3])
    expect(page.answer('enroll').state.wizard).toMatchObject({ step: 5, verification: 'none' })
  })
})
