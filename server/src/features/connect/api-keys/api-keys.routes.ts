import { apiKeys } from '@claviger/contract/connect/api-keys'
import { bind } from '#http/bind.ts'
import { createKey, listKeys, removeKey } from './api-keys.ts'
import { grantActs, takeOver } from './key-keepers.ts'

export default bind(apiKeys, {
  list: listKeys,
  create: createKey,
  remove: removeKey,
  takeOver,
  grant: grantActs,
})
