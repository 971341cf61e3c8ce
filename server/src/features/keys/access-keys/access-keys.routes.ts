import { accessKeys } from '@claviger/contract/keys/access-keys'
import { bind } from '#http/bind.ts'
import {
  cardAccounts,
  cardStatus,
  executeRequest,
  listApps,
  registerApp,
  removeApp,
  removeApps,
} from './access-keys.ts'

export default bind(accessKeys, {
  register: registerApp,
  execute: executeRequest,
  status: cardStatus,
  accounts: cardAccounts,
  apps: listApps,
  remove: removeApp,
  removeMany: removeApps,
})
