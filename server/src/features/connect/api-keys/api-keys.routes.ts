import { apiKeys } from '@claviger/contract/connect/api-keys'
import { bind } from '#http/bind.ts'
import { createKey, listApiKeys, removeApiKey } from './api-keys.ts'
import { grantActs, takeOver } from './key-keepers.ts'

export default bind(apiKeys, {
  list: listApiKeys,
  create: createKey,
  remove: removeApiKey,
  takeOver,
  grant: grantActs,
})
