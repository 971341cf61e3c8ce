import { messages } from '../platform/messages.ts'
import { logged, refusals } from '../platform/text-declarations.ts'

export const credentialsLog = logged({
  'passkey.added': { label: 'Passkey added', did: 'added the passkey <0/>', failed: 'failed to add a passkey' },
  'passkey.renamed': { label: 'Passkey renamed', did: 'renamed the passkey <0/>' },
  'passkey.deleted': { label: 'Passkey deleted', did: 'deleted the passkey <0/>' },
  'passkey.disowned': { label: 'Passkey reported by its owner', did: 'reported the passkey <0/> as not theirs' },
  'passkey.verified': {
    use: true,
    label: 'Identity confirmed',
    did: 'confirmed their identity with a passkey',
    failed: 'failed to confirm their identity with a passkey',
  },
  'passkey.refused': {
    label: 'Passkey not added',
    did: 'failed to add a passkey',
    failed: 'failed to add a passkey of a model that is not allowed',
  },
})

export const credentialsRefusals = refusals({
  'passkey-refused': { status: 401, says: messages['webauthn.failed'], constraint: 'device_uses_key' },
  'passkey-malformed': { status: 400, says: 'The security key sent an unreadable response' },
  'passkey-taken': { status: 409, says: 'This passkey is already registered', constraint: 'credentials_credential_id' },
  'last-way-in': { status: 409, says: 'This is your last sign-in method. Add another passkey first' },
})
