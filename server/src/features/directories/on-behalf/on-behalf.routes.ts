import { onBehalf } from '@claviger/contract/directories/on-behalf'
import { bind } from '#http/bind.ts'
import { registerOne } from './single-registration.ts'
import { autoStart, autoState, beginForMany, previewMany, standingOf } from './on-behalf.ts'
import { makeTap, tapOf } from './temporary-access-pass.ts'

export default bind(onBehalf, {
  standing: standingOf,
  entra: registerOne('entra'),
  okta: registerOne('okta'),
  preview: previewMany,
  begin: beginForMany,
  autoStart,
  autoState: ctx => autoState(ctx),
  tap: tapOf,
  makeTap,
})
