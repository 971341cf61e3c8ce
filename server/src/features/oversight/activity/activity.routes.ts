import { activity } from '@claviger/contract/oversight/activity'
import { bind } from '#http/bind.ts'
import { exportActivity } from './activity.export.ts'
import { listActivity, listActivityOfCredential, listActivityOfUser, refusalsOfUser } from './activity.ts'
import { histogramOfActivity } from './histogram.ts'

export default bind(activity, {
  list: listActivity,
  histogram: histogramOfActivity,
  exportAll: exportActivity,
  ofUser: listActivityOfUser,
  refusals: refusalsOfUser,
  ofCredential: listActivityOfCredential,
})
