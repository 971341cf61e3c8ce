import type { MusterPerson, MusterState } from '@claviger/contract/oversight/attendance/attendance-musters'
import { expect, test } from 'vitest'
import { merged, withMarks } from './muster.ts'

const person = (personId: string, safe = false): MusterPerson => ({
  personId,
  name: personId,
  initials: '',
  unit: null,
  inAt: null,
  safe,
  markedAt: null,
  markedBy: null,
  note: '',
  extra: false,
})

const muster = (musterId: string, people: MusterPerson[]): MusterState => ({
  musterId,
  place: '',
  startedAt: '2026-01-01T00:00:00.000Z',
  startedBy: '',
  endedAt: null,
  counts: { listed: people.length, safe: 0, open: 0, extra: 0 },
  marshals: [],
  people,
  cursor: '1',
  now: '2026-01-01T00:00:00.000Z',
  unknownCards: 0,
})

test('users marked by another marshal replace their earlier entries', () => {
  const known = muster('m', [person('ann'), person('ben')])
  expect(merged(known, muster('m', [person('ben', true), person('cem')])).people).toEqual([
    person('ann'),
    person('ben', true),
    person('cem'),
  ])
})

test('the list of another muster starts empty', () => {
  expect(merged(muster('m', [person('ann')]), muster('n', [person('ben')])).people).toEqual([person('ben')])
})

test('the latest waiting mark decides what the phone shows', () => {
  const at = '2026-01-01T00:00:00.000Z'
  const marks = [true, false].map(safe => ({ id: String(safe), musterId: 'm', personId: 'ann', safe, at }))
  const people = [person('ann', true), person('ben')]
  expect(withMarks(people, marks)).toEqual([person('ann', false), person('ben')])
  expect(withMarks(people, [...marks, { id: 'card', musterId: 'm', card: '1234', safe: true, at }])).toEqual([
    person('ann', false),
    person('ben'),
  ])
})
