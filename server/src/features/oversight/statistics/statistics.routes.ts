import { statistics } from '@claviger/contract/oversight/statistics'
import { bind } from '#http/bind.ts'
import {
  adoption,
  groupStatistics,
  passkeyStatistics,
  signInStatistics,
  userStatistics,
  useStatistics,
} from './statistics.ts'

export default bind(statistics, {
  users: userStatistics,
  securityKeys: passkeyStatistics,
  groups: groupStatistics,
  login: signInStatistics,
  uses: useStatistics,
  adoption,
})
