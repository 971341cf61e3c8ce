import type { mostTaps as taps } from '@claviger/contract/oversight/attendance/attendance-kiosk'
import type { mostMarks as marks } from '@claviger/contract/oversight/attendance/attendance-musters'
import type {
  longestReading as reading,
  tapResults as results,
} from '@claviger/contract/oversight/attendance/session-fields'

// Copied from the contract and checked by a test, so that the page does not load the schemas

export const mostTaps: typeof taps = 200
export const mostMarks: typeof marks = 200
export const longestReading: typeof reading = 512
export const tapResults: typeof results = { success: 1, duplicate: 2, noAccess: 3, invalidCard: 4 }
