import { apiApplications } from '@claviger/contract/connect/api-applications'
import { bind } from '#http/bind.ts'
import {
  createApplication,
  getApplication,
  listApplications,
  removeApplication,
  removeApplications,
  removeOfType,
  updateOfType,
  updateOne,
} from './api-applications.ts'
import { checkApplication } from './application-check.ts'

export default bind(apiApplications, {
  list: listApplications,
  create: createApplication,
  put: (ctx, input) => updateOne(ctx, input),
  removeMany: (ctx, input) => removeApplications(ctx, input),
  ofType: listApplications,
  createOfType: createApplication,
  updateOfType,
  removeOfType,
  get: (ctx, input) => getApplication(ctx, input),
  postOne: (ctx, input) => updateOne(ctx, input),
  update: (ctx, input) => updateOne(ctx, input),
  remove: (ctx, input) => removeApplication(ctx, input),
  check: checkApplication(),
})
