import { mayAutoSubmit, skipsNextSteps, tokenInput } from '@claviger/contract/access/self-service/form'
import { askedAttributes } from '@claviger/contract/access/self-service/form'
import { describe, expect, test } from 'vitest'
import { fieldsOf } from '../steps/step-fields.ts'
import { afterToken, atForm, atPin, config, token } from './simulated-page.ts'

describe('data of the card system in place of the form', () => {
  const all = { hasUserId: true, hasEmployeeId: true, hasFirstName: true, hasLastName: true }
  const values = { userId: 'a', employeeId: 'b', firstName: 'c', lastName: 'd' }

  test('R87 is used only when each requested field has a value', () => {
    expect(mayAutoSubmit(all, values)).toBe(true)
    for (const name of Object.keys(values)) {
      expect(mayAutoSubmit(all, { ...values, [name]: '' }), name).toBe(false)
      expect(mayAutoSubmit(all, { ...values, [name]: null }), name).toBe(false)
    }
  })

  test('R88 is never used when a phone number is requested', () => {
    expect(mayAutoSubmit({ ...all, hasPhoneNumber: true }, { ...values, phoneNumber: '+1' })).toBe(false)
  })

  test('R89 needs values for additional attributes too', () => {
    const configs = { hasAdditionalAttribute: true, addintionalAttribute: [{ name: 'badge' }, { name: 'ward' }] }
    expect(mayAutoSubmit(configs, { badge: '7' })).toBe(false)
    expect(mayAutoSubmit(configs, { badge: '7', ward: '3' })).toBe(true)
  })

  test('R90 is never used without a configuration', () => expect(mayAutoSubmit({}, values)).toBe(false))

  test('R91 matches the worked examples', () => {
    const badge = { hasAdditionalAttribute: true, addintionalAttribute: [{ name: 'badge' }] }
    expect([
      mayAutoSubmit({}, {}),
      mayAutoSubmit({ hasUserId: true }, { userId: 'a' }),
      mayAutoSubmit({ hasUserId: true }, {}),
      mayAutoSubmit({ hasUserId: true, hasPhoneNumber: true }, { userId: 'a', phoneNumber: '+1' }),
      mayAutoSubmit({ hasUserId: false }, {}),
      mayAutoSubmit(badge, { badge: '' }),
      mayAutoSubmit(badge, { badge: '7' }),
    ]).toEqual([false, true, false, false, true, false, true])
  })
})

describe('the form', () => {
  test('R92 shows exactly the requested fields, each with its message', () => {
    const configs = { hasLastName: true, hasUserId: true, hasFirstName: false }
    const fields = (more = {}) => fieldsOf(askedAttributes({ ...configs, ...more }))
    expect(fields().map(({ name, required }) => [name, required])).toEqual([
      ['userId', 'User ID is required'],
      ['lastName', 'Last Name is required'],
    ])
    const further = fields({ hasAdditionalAttribute: true, addintionalAttribute: [{ name: 'Ward' }] })
    expect(further.at(-1)).toMatchObject({ name: 'Ward', label: 'Ward', required: '{name} is required' })
    const everything = fieldsOf(askedAttributes({ hasEmployeeId: true, hasFirstName: true }))
    expect(everything.map(({ required }) => required)).toEqual(['Employee ID is required', 'First Name is required'])
  })

  test('R93 sends the entered values without nulls', () => {
    const phone = { countryCode: '+41', mobileNumber: '791234567' }
    const attributes = { userId: 'a', employeeId: null, firstName: 'b', lastName: 'c', Ward: '3', other: undefined }
    expect(tokenInput({ attributes, phone })).toEqual({
      userId: 'a',
      firstName: 'b',
      lastName: 'c',
      Ward: '3',
      phoneNumber: phone,
    })
    expect(tokenInput({ attributes: { userId: 'a' }, phone: null })).toEqual({ userId: 'a' })
  })

  test('R99 returns to the previous step on Back', () => {
    expect(atForm().tell({ is: 'back' }).state.wizard).toMatchObject({ step: 0, history: [] })
  })
})

describe('after the user was found', () => {
  test('R94 nothing remains exactly when neither PIN nor verification is required', () => {
    for (const isPinRequired of [true, false])
      for (const verificationType of ['none', 'default', 'entraId', 'sso', 'selfConfirmation', 'automatic'] as const)
        expect(skipsNextSteps(token({ isPinRequired, verificationType }))).toBe(
          !isPinRequired && verificationType === 'none',
        )
  })

  test('R95 the card is then enrolled immediately and step 5 follows', () => {
    const page = afterToken({ isPinRequired: false, verificationType: 'none' })
    expect(page.asked).toEqual({ name: 'enroll' })
    expect(page.state.wizard.step).toBe(2)
    expect(page.answer('enroll').state.wizard).toMatchObject({ step: 5, done: { keyName: 'Badge' } })
  })

  test('R96 a verification leads to step 3', () => {
    for (const verificationType of ['default', 'entraId', 'sso', 'selfConfirmation', 'automatic'] as const)
      for (const isPinRequired of [true, false])
        expect(afterToken({ verificationType, isPinRequired }).state.wizard.step).toBe(3)
  })

  test('R97 a PIN without a verification leads to step 4', () => expect(atPin().state.wizard.step).toBe(4))

  test('R98 step 5 follows only after the server enrolled the card, and recovery always sets a PIN', () => {
    const page = afterToken({ isPinRequired: false, verificationType: 'none' }, 1)
    expect([page.state.wizard.step, page.asked]).toEqual([4, null])
    expect(config().services.pinRecovery).toBe(true)
  })
})
