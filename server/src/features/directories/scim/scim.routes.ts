import { scim } from '@claviger/contract/directories/scim'
import { bind } from '#http/bind.ts'
import { getRecord, listRecords, replay } from './recorder/replay.ts'
import {
  applyAgain,
  createScim,
  allowSuspensions,
  listPresets,
  listScim,
  makeToken,
  removeScim,
  updateScim,
} from './scim.ts'

export default bind(scim, {
  get: listScim,
  presets: listPresets,
  create: createScim,
  update: updateScim,
  remove: removeScim,
  token: makeToken,
  goOn: allowSuspensions,
  records: listRecords,
  record: getRecord,
  replay,
  applyAgain,
})
