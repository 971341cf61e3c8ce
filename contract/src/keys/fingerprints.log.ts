import { logged } from '../ground/log.ts'

export const fingerprintsLog = logged({
  'fingerprint.begun': { label: 'Fingerprint enrolment begun', did: 'began the fingerprint enrolment for <0/>' },
  'fingerprint.added': {
    label: 'Fingerprint added',
    did: 'added the fingerprint <0/>',
    failed: 'could not add a fingerprint',
  },
  'fingerprint.handed-out': {
    label: 'Fingerprints handed to a reader',
    did: 'took the fingerprints of <0/> to its reader',
  },
  'fingerprint.renamed': { label: 'Fingerprint renamed', did: 'renamed the fingerprint <0/>' },
  'fingerprint.deleted': { label: 'Fingerprint deleted', did: 'deleted the fingerprint <0/>' },
})
