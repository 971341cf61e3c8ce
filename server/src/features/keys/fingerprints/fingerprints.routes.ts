import { fingerprints } from '@claviger/contract/keys/fingerprints'
import { bind } from '../../../http/bind.ts'
import {
  cancelEnrolment,
  lookAtEnrolment,
  removeFinger,
  renameFinger,
  restartEnrolment,
  noteProgress,
} from './fingerprints.ts'

export default bind(fingerprints, {
  enrolment: lookAtEnrolment,
  restart: restartEnrolment,
  cancel: cancelEnrolment,
  progress: noteProgress,
  rename: renameFinger,
  remove: removeFinger,
})
