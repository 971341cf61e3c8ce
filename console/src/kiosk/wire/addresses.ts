import type { attendanceKiosk } from '@claviger/contract/oversight/attendance/attendance-kiosk'
import type { Endpoint } from '@claviger/contract/platform/endpoint'

type Name = 'open' | 'state' | 'taps' | 'muster' | 'mark'

/** Addresses of the calls. A test checks them against the contract, whose schemas this page does not load. */
export const addresses: Record<Name & keyof typeof attendanceKiosk, Pick<Endpoint, 'method' | 'path'>> = {
  open: { method: 'POST', path: '/apis/attendance-kiosk/v1/open' },
  state: { method: 'GET', path: '/apis/attendance-kiosk/v1/session' },
  taps: { method: 'POST', path: '/apis/attendance-kiosk/v1/taps' },
  muster: { method: 'GET', path: '/apis/attendance-kiosk/v1/muster' },
  mark: { method: 'POST', path: '/apis/attendance-kiosk/v1/muster/marks' },
}
