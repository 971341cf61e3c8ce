import { activityActions } from '@claviger/contract/oversight/log-actions'
import type { Activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { fieldOf, valueOf } from './activity-fields.ts'
import { labelOf, sentenceOf } from './sentences.ts'

const entry = (given: Partial<Activity>): Activity => ({
  id: '0192f000-0000-7000-8000-000000000001',
  at: '2026-11-20T07:52:00Z',
  kind: 'change',
  action: 'user.created',
  status: 1,
  reason: null,
  actorId: null,
  actorName: 'Marit Lindqvist',
  objectType: 'user',
  objectId: null,
  objectName: 'Priya Raman',
  before: null,
  after: null,
  ip: null,
  device: null,
  site: null,
  computer: null,
  requestId: null,
  decision: null,
  ...given,
})

test.each(activityActions)('%s reads as a sentence, for success and failure', action => {
  for (const status of [1, 2]) {
    const { did } = sentenceOf(entry({ action, status }))
    expect(did).toMatch(/^[a-z][a-z -]+/)
    expect(did).not.toBe(action)
  }
  expect(labelOf(action)).toMatch(/^[A-Z]/)
})

test('the object is named where the sentence ends with it', () => {
  expect(sentenceOf(entry({}))).toEqual({ did: 'created the user <0/>', named: 'Priya Raman' })
  expect(sentenceOf(entry({ action: 'sign-out' })).did).toBe('signed out')
})

test("the sentence distinguishes ending another user's session from ending the own session", () => {})

test('an action of a newer server keeps its name', () => {
  expect(labelOf('galaxy.created')).toBe('galaxy.created')
  expect(sentenceOf(entry({ action: 'galaxy.created' })).did).toBe('galaxy.created <0/>')
})

test.each([
  ['employeeId', 'Employee ID'],
  ['expiresInSeconds', 'Expires in seconds'],
])('the field %s is shown as %s', (name, label) => {
  expect(fieldOf(name)).toBe(label)
})

test.each([
  [null, '—'],
  ['', '—'],
  [true, 'Yes'],
  [7200, '7200'],
  [[], '—'],
  [
    [
      { id: '1', name: 'Nurses' },
      { id: '2', name: 'Night shift' },
    ],
    'Nurses, Night shift',
  ],
  [{ countryCode: '+47', mobileNumber: '91200118' }, '+47 91200118'],
])('the value %j is shown as %s', (value, shown) => {
  expect(valueOf(value)).toBe(shown)
})

test('the source of a card number is shown in words, only in this field', () => {
  expect(valueOf('nfc', 'reader')).toBe('NFC phone')
  expect(valueOf('nfc', 'name')).toBe('nfc')
})
