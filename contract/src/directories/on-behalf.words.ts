import { logged, refusals } from '../ground/words.ts'

export const onBehalfLog = logged({
  'on-behalf.registered': {
    label: 'Passkey registered on behalf',
    did: 'registered a passkey elsewhere for <0/>',
    failed: 'could not register a passkey elsewhere for <0/>',
  },
  'on-behalf.removed': {
    label: 'Passkey removed elsewhere',
    did: 'removed a passkey elsewhere, which was registered for <0/>',
    failed: 'could not remove a passkey elsewhere, which was registered for <0/>',
  },
  'on-behalf.gone': {
    label: 'Passkey gone elsewhere',
    did: 'found that somebody had removed a passkey elsewhere, which was registered for <0/>',
  },
  'on-behalf.run-started': {
    label: 'Passkeys registered on behalf of many',
    did: 'began to register passkeys elsewhere for many users',
  },
  'on-behalf.tap-issued': {
    label: 'Temporary Access Pass issued',
    did: 'issued a Temporary Access Pass for <0/>',
    failed: 'could not issue a Temporary Access Pass for <0/>',
  },
})

export const onBehalfRefusals = refusals({
  'on-behalf-refused': { status: 409, says: 'This cannot be done for this user' },
})
