import { onBehalf } from '@claviger/contract/directories/on-behalf'
import { bind } from '#http/bind.ts'
import { registerOne } from './single-registration.ts'
import { autoStart, autoState, beginForMany, previewRegistrations, standingOfRegistration } from './on-behalf.ts'
import { makeTap, tapOf } from './temporary-access-pass.ts'

export default bind(onBehalf, {
  standing: standingOfRegistration,
  entra: registerOne('entra'),
  okta: registerOne('okta'),
  preview: previewRegistrations,
  begin: beginForMany,
  autoStart,
  autoState: ctx => autoState(ctx),
  tap: tapOf,
  makeTap,
})
