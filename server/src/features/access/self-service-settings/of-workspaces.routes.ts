import { selfServiceOfWorkspaces } from '@claviger/contract/access/self-service-settings/self-service-of-workspaces'
import { bind, withoutTransaction } from '#http/bind.ts'
import {
  codeIn,
  createIn,
  getIn,
  listPagesIn,
  makeSecretIn,
  posterIn,
  previewIn,
  removeIn,
  restoreIn,
  resultsIn,
  tryAutomaticIn,
  turnIn,
  updateIn,
  versionsIn,
} from './of-workspaces.ts'

export default bind(selfServiceOfWorkspaces, {
  list: listPagesIn,
  get: getIn,
  create: createIn,
  update: updateIn,
  turn: turnIn,
  remove: removeIn,
  makeSecret: makeSecretIn,
  tryAutomatic: withoutTransaction(tryAutomaticIn),
  versions: versionsIn,
  restore: restoreIn,
  preview: previewIn,
  code: codeIn,
  poster: withoutTransaction(posterIn),
  results: resultsIn,
})
