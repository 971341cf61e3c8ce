import { registration } from '@claviger/contract/access/registration'
import { bind } from '#http/bind.ts'
import { partnerInfo, resume, robotCheck, state, stepOne } from './registration-start.ts'
import { resendCode, verifyPersonalInfo } from './registration-codes.ts'
import { accessKey } from './registration-card.ts'
import { complete, completeSteps } from './complete.ts'
import { address, completePersonalInfo, password, paymentInfo, workspace } from './details.ts'
import { confirmIdentity, identityOptions } from './identity.ts'
import { checkActivate, look, verify } from './registration-links.ts'
import { challenge, skipPasskey, storePasskey } from './passkey.ts'

export default bind(registration, {
  partnerInfo,
  robotCheck,
  state,
  resume,
  stepOne,
  password,
  challenge,
  storePasskey,
  accessKey,
  skipPasskey,
  completePersonalInfo,
  verifyPersonalInfo,
  address,
  workspace,
  paymentInfo,
  identityOptions,
  confirmIdentity,
  look,
  verify,
  resendCode,
  complete,
  checkActivate,
  completeSteps,
})
