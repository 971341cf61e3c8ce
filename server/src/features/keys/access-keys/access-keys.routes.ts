import { accessKeys } from '@claviger/contract/keys/security-keys/access-keys'
import { bind } from '../../../http/bind.ts'
import { cardStatus, executeRequest, listApps, registerApp, removeApp } from './access-keys.ts'

export default bind(accessKeys, {
  register: registerApp,
  execute: executeRequest,
  status: cardStatus,
  apps: listApps,
  remove: removeApp,
})
