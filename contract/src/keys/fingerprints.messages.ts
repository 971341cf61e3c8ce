import { messages } from '../platform/messages.ts'
import { logged, refusals } from '../platform/text-declarations.ts'

export const fingerprintsLog = logged({
  'fingerprint.begun': { label: 'Fingerprint enrollment started', did: 'started the fingerprint enrollment for <0/>' },
  'fingerprint.added': {
    label: 'Fingerprint added',
    did: 'added the fingerprint <0/>',
    failed: 'failed to add a fingerprint',
  },
  'fingerprint.handed-out': {
    label: 'Fingerprints sent to a reader',
    did: 'sent the fingerprints of <0/> to a reader',
  },
  'fingerprint.renamed': { label: 'Fingerprint renamed', did: 'renamed the fingerprint <0/>' },
  'fingerprint.deleted': { label: 'Fingerprint deleted', did: 'deleted the fingerprint <0/>' },
})

export const fingerprintsRefusals = refusals({
  'fingerprint-taken': {
    status: 409,
    says: messages['fingerprint.duplicate'],
    constraint: 'security_keys_fingerprint',
  },
  'finger-program-needed': {
    status: 403,
    says: 'This program is not registered for a fingerprint reader. Register it with the reader model and a public key',
  },
  'fingerprint-refused': { status: 403, says: 'This fingerprint was refused, or the program could not confirm it' },
  'fingerprint-missing': { status: 409, says: messages['required.fingerprint'] },
  'fingerprint-over': { status: 409, says: messages['fingerprint.restart'] },
})
