import { policies } from '@claviger/contract/rules/policies'
import { bind } from '#http/bind.ts'
import { policiesAsFile } from './file.ts'
import { listVersions, restorePolicy } from './history.ts'
import { getDefault, getPolicy, inForce, listAll, listPolicies, listPriorities } from './policies.ts'
import { reorder } from './reorder.ts'
import { createPolicy, removePolicies, removePolicy, setDefault, setState, updatePolicy } from './policies.save.ts'
import { takeIn } from './take-in.ts'
import { getVital, setVital } from './vital-policies.ts'

export default bind(policies, {
  list: listPolicies,
  create: createPolicy,
  removeMany: removePolicies,
  getDefault,
  setDefault,
  getVital,
  setVital,
  priorities: listPriorities,
  get: getPolicy,
  update: updatePolicy,
  inForce,
  firstList: listAll,
  firstCreate: createPolicy,
  firstUpdate: (ctx, { accessPolicy, ...input }) => updatePolicy(ctx, { _id: accessPolicy, ...input }),
  firstRemove: removePolicy,
  reorder,
  setState,
  history: listVersions,
  restore: restorePolicy,
  file: policiesAsFile,
  takeIn,
})
