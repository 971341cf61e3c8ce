import { registration } from '@claviger/contract/access/registration'
import { bind } from '#http/bind.ts'
import { partnerInfo, resumeRegistration, robotCheck, state, stepOne } from './registration-start.ts'
import { resendRegistrationCode, verifyPersonalInfo } from './registration-codes.ts'
import { accessKey } from './registration-card.ts'
import { complete, completeSteps } from './complete.ts'
import { addressField, completePersonalInfo, password, paymentInfo, workspace } from './details.ts'
import { confirmIdentity, identityOptions } from './identity.ts'
import { checkActivate, previewLink, verifyLink } from './registration-links.ts'
import { challengeForRegistration, skipPasskey, storeRegistrationPasskey } from './passkey.ts'

export default bind(registration, {
  partnerInfo,
  robotCheck,
  state,
  resume: resumeRegistration,
  stepOne,
  password,
  challenge: challengeForRegistration,
  storePasskey: storeRegistrationPasskey,
  accessKey,
  skipPasskey,
  completePersonalInfo,
  verifyPersonalInfo,
  address: addressField,
  workspace,
  paymentInfo,
  identityOptions,
  confirmIdentity,
  look: previewLink,
  verify: verifyLink,
  resendCode: resendRegistrationCode,
  complete,
  checkActivate,
  completeSteps,
})
