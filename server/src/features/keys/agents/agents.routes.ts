import { agents } from '@claviger/contract/keys/agents'
import { bind } from '#http/bind.ts'
import { heartbeat, leaveComputer } from './heartbeat.ts'
import { offlinePackage, reportOffline } from './offline.ts'
import { registerComputer, registerMobile } from './agent-registration.ts'
import { beginSignIn, signInAtDevice } from './device-sign-in.ts'

export default bind(agents, {
  register: registerComputer,
  registerMobile,
  heartbeat,
  challenge: beginSignIn,
  signIn: signInAtDevice,
  offline: offlinePackage,
  report: reportOffline,
  leave: leaveComputer,
})
