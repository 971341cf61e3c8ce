import { policies } from '@claviger/contract/rules/policies'
import { bind } from '#http/bind.ts'
import { policiesAsFile } from './file.ts'
import { listPolicyVersions, restorePolicy } from './history.ts'
import { getDefault, getPolicy, inForce, listAllPolicies, listPolicies, listPriorities } from './policies.ts'
import { reorder } from './reorder.ts'
import {
  createPolicy,
  removePolicies,
  removePolicy,
  changeDefaultPolicy,
  setPolicyState,
  updatePolicy,
} from './policies.save.ts'
import { importPolicyFile } from './import-policies.ts'
import { getVital, changeVital } from './vital-policies.ts'

export default bind(policies, {
  list: listPolicies,
  create: createPolicy,
  removeMany: removePolicies,
  getDefault,
  setDefault: changeDefaultPolicy,
  getVital,
  setVital: changeVital,
  priorities: listPriorities,
  get: getPolicy,
  update: updatePolicy,
  inForce,
  firstList: listAllPolicies,
  firstCreate: createPolicy,
  firstUpdate: (ctx, { accessPolicy, ...input }) => updatePolicy(ctx, { _id: accessPolicy, ...input }),
  firstRemove: removePolicy,
  reorder,
  setState: setPolicyState,
  history: listPolicyVersions,
  restore: restorePolicy,
  file: policiesAsFile,
  takeIn: importPolicyFile,
})
