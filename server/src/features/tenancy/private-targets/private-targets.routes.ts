import { privateTargets } from '@claviger/contract/tenancy/private-targets'
import { bind } from '#http/bind.ts'
import { approveTarget, listTargets, removeTarget } from './private-targets.ts'

export default bind(privateTargets, { list: listTargets, approve: approveTarget, remove: removeTarget })
