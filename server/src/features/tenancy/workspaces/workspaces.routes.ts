import { workspaces } from '@claviger/contract/tenancy/workspaces'
import { bind } from '#http/bind.ts'
import { countAll, getOne, listAllWorkspaces } from './workspace-queries.ts'
import { exportWorkspaces } from './workspaces.export.ts'
import { checkId, icon } from './workspaces.ts'

export default bind(workspaces, {
  checkId,
  icon,
  all: listAllWorkspaces,
  exportAll: exportWorkspaces,
  one: getOne,
  counts: countAll,
})
