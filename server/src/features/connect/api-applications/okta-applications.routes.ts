import { oktaApplications } from '@claviger/contract/connect/api-applications'
import { bind } from '#http/bind.ts'
import {
  createApiApplication,
  getApiApplication,
  listApiApplications,
  removeApplication,
  removeApplications,
  updateApiApplication,
} from './api-applications.ts'
import { checkApplication } from './application-check.ts'

const type = 'okta'

export default bind(oktaApplications, {
  list: ctx => listApiApplications(ctx, { type }),
  create: (ctx, input) => createApiApplication(ctx, { ...input, type }),
  put: (ctx, input) => updateApiApplication(ctx, input, type),
  removeMany: (ctx, input) => removeApplications(ctx, input, type),
  get: (ctx, input) => getApiApplication(ctx, input, type),
  postOne: (ctx, input) => updateApiApplication(ctx, input, type),
  update: (ctx, input) => updateApiApplication(ctx, input, type),
  remove: (ctx, input) => removeApplication(ctx, input, type),
  check: checkApplication(type),
})
