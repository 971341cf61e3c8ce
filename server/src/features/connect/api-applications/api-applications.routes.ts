import { apiApplications } from '@claviger/contract/connect/api-applications'
import { bind } from '#http/bind.ts'
import {
  createApiApplication,
  getApiApplication,
  listApiApplications,
  removeApplication,
  removeApplications,
  removeOfType,
  updateOfType,
  updateApiApplication,
} from './api-applications.ts'
import { checkApplication } from './application-check.ts'

export default bind(apiApplications, {
  list: listApiApplications,
  create: createApiApplication,
  put: (ctx, input) => updateApiApplication(ctx, input),
  removeMany: (ctx, input) => removeApplications(ctx, input),
  ofType: listApiApplications,
  createOfType: createApiApplication,
  updateOfType,
  removeOfType,
  get: (ctx, input) => getApiApplication(ctx, input),
  postOne: (ctx, input) => updateApiApplication(ctx, input),
  update: (ctx, input) => updateApiApplication(ctx, input),
  remove: (ctx, input) => removeApplication(ctx, input),
  check: checkApplication(),
})
