import { fingerprints } from '@claviger/contract/keys/fingerprints'
import { bind } from '../../../http/bind.ts'
import {
  cancelEnrolment,
  lookAtEnrolment,
  removeFinger,
  renameFinger,
  restartEnrolment,
  tellProgress,
} from './fingerprints.ts'

export default bind(fingerprints, {
  enrolment: lookAtEnrolment,
  restart: restartEnrolment,
  cancel: cancelEnrolment,
  progress: tellProgress,
  rename: renameFinger,
  remove: removeFinger,
})
