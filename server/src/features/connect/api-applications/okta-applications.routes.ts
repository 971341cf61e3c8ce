import { oktaApplications } from '@claviger/contract/connect/api-applications'
import { bind } from '#http/bind.ts'
import {
  createApplication,
  getApplication,
  listApplications,
  removeApplication,
  removeApplications,
  updateOne,
} from './api-applications.ts'
import { checkApplication } from './application-check.ts'

const type = 'okta'

export default bind(oktaApplications, {
  list: ctx => listApplications(ctx, { type }),
  create: (ctx, input) => createApplication(ctx, { ...input, type }),
  put: (ctx, input) => updateOne(ctx, input, type),
  removeMany: (ctx, input) => removeApplications(ctx, input, type),
  get: (ctx, input) => getApplication(ctx, input, type),
  postOne: (ctx, input) => updateOne(ctx, input, type),
  update: (ctx, input) => updateOne(ctx, input, type),
  remove: (ctx, input) => removeApplication(ctx, input, type),
  check: checkApplication(type),
})
