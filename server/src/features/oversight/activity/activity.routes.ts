import { activity } from '@claviger/contract/oversight/activity'
import { bind } from '#http/bind.ts'
import { exportActivity } from './activity.export.ts'
import { listActivity, listActivityOfCredential, listActivityOfUser, refusalsOfUser } from './activity.ts'

export default bind(activity, {
  list: listActivity,
  exportAll: exportActivity,
  ofUser: listActivityOfUser,
  refusals: refusalsOfUser,
  ofCredential: listActivityOfCredential,
})
