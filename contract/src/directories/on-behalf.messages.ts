import { logged, refusals } from '../platform/text-declarations.ts'

export const onBehalfLog = logged({
  'on-behalf.registered': {
    label: 'Passkey registered on behalf',
    did: 'registered a passkey at another service for <0/>',
    failed: 'failed to register a passkey at another service for <0/>',
  },
  'on-behalf.removed': {
    label: 'Passkey removed at another service',
    did: 'removed a passkey at another service that was registered for <0/>',
    failed: 'failed to remove a passkey at another service that was registered for <0/>',
  },
  'on-behalf.gone': {
    label: 'Passkey missing at another service',
    did: 'found that a passkey registered for <0/> at another service was removed there',
  },
  'on-behalf.run-started': {
    label: 'Passkeys registered on behalf of many users',
    did: 'started registering passkeys at another service for many users',
  },
  'on-behalf.tap-issued': {
    label: 'Temporary Access Pass issued',
    did: 'issued a Temporary Access Pass for <0/>',
    failed: 'failed to issue a Temporary Access Pass for <0/>',
  },
})

export const onBehalfRefusals = refusals({
  'on-behalf-refused': { status: 409, says: "This isn't possible for this user" },
})
