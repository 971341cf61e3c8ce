import { fingerprints } from '@claviger/contract/keys/fingerprints'
import { bind } from '#http/bind.ts'
import { enrol } from '../finger-readers/finger-readers.ts'
import { cancelEnrolment, readEnrolment, removeFinger, renameFinger, restartEnrolment } from './fingerprints.ts'

export default bind(fingerprints, {
  enrolment: readEnrolment,
  restart: restartEnrolment,
  cancel: cancelEnrolment,
  progress: enrol,
  rename: renameFinger,
  remove: removeFinger,
})
