import { statistics } from '@claviger/contract/oversight/statistics'
import { bind } from '#http/bind.ts'
import { groupStatistics, passkeyStatistics, signInStatistics, userStatistics } from './statistics.ts'

export default bind(statistics, {
  users: userStatistics,
  securityKeys: passkeyStatistics,
  groups: groupStatistics,
  login: signInStatistics,
})
