import { attendanceKiosk, mostTaps as most } from '@claviger/contract/oversight/attendance/attendance-kiosk'
import { mostMarks as mostOfMuster } from '@claviger/contract/oversight/attendance/attendance-musters'
import {
  longestReading as longest,
  tapResults as results,
} from '@claviger/contract/oversight/attendance/session-fields'
import { expect, test } from 'vitest'
import { addresses } from './addresses.ts'
import { longestReading, mostMarks, mostTaps, tapResults } from './limits.ts'

test('the kiosk calls the addresses of the contract', () => {
  for (const [name, address] of Object.entries(addresses)) {
    const { method, path } = attendanceKiosk[name as keyof typeof addresses]
    expect(address, name).toEqual({ method, path })
  }
})

test('the kiosk uses the limits of the contract', () => {
  expect({ longestReading, mostMarks, mostTaps, tapResults }).toEqual({
    longestReading: longest,
    mostMarks: mostOfMuster,
    mostTaps: most,
    tapResults: results,
  })
})
