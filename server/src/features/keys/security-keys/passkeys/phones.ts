import { describeAuthenticator } from '@claviger/contract/keys/authenticators'

/** Was this passkey made by a phone? A phone answers by hybrid transport, or says its model. */
export const isPhone = (aaguid: string, transports: readonly string[]): boolean =>
  transports.includes('hybrid') || describeAuthenticator(aaguid).kind === 'phone'
