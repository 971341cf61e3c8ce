import { workspaceGovernance } from '@claviger/contract/tenancy/workspaces.governance'
import { bind } from '#http/bind.ts'
import {
  convert,
  setPartnerOf,
  setSpecial,
  setSpecialConfig,
  setStatusOf,
  setTrialOf,
} from './workspaces.governance.ts'

export default bind(workspaceGovernance, {
  status: setStatusOf,
  trial: setTrialOf,
  type: convert,
  partner: setPartnerOf,
  special: setSpecial,
  specialConfig: setSpecialConfig,
})
