import type { Endpoint } from '@claviger/contract/platform/endpoint'
import type { Call } from '../state/page-calls.ts'

type Address = Pick<Endpoint, 'method' | 'path'>

/** Addresses of the calls. A test checks them against the contract, whose schemas this page does not load. */
export const addresses: Record<Call['name'], Address> = {
  challenge: { method: 'GET', path: '/self-service/challenge' },
  config: { method: 'GET', path: '/self-service/{id}' },
  start: { method: 'PUT', path: '/self-service/challenge' },
  lookup: { method: 'GET', path: '/self-service/{id}/security-key-device/{cardId}' },
  token: { method: 'POST', path: '/self-service/token' },
  code: { method: 'GET', path: '/self-service/verification-code' },
  verify: { method: 'POST', path: '/self-service/verify' },
  enroll: { method: 'POST', path: '/self-service/enroll' },
  reset: { method: 'PUT', path: '/self-service/reset' },
}
