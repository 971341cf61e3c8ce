import { accessKeys } from '@claviger/contract/keys/access-keys'
import { bind } from '#http/bind.ts'
import {
  cardAccounts,
  cardStatus,
  executeRequest,
  listApps,
  ownRegistration,
  registerApp,
  removeApp,
  removeApps,
} from './access-keys.ts'

export default bind(accessKeys, {
  register: registerApp,
  own: ownRegistration,
  execute: executeRequest,
  status: cardStatus,
  accounts: cardAccounts,
  apps: listApps,
  remove: removeApp,
  removeMany: removeApps,
})
