import { workflows } from '@claviger/contract/automation/workflows'
import { bind } from '#http/bind.ts'
import { getRun, listWorkflowRows, listRuns, runAsFile } from './logs.ts'
import { preview, getWorkflow, listWorkflows, newWorkflow } from './workflows.ts'
import { execute, continueWorkflow, retry, stopRun, undo } from './run-again.ts'
import { createWorkflow, editWorkflow, removeWorkflow, removeWorkflows, switchWorkflow } from './save.ts'

export default bind(workflows, {
  list: listWorkflows,
  create: createWorkflow,
  removeMany: removeWorkflows,
  start: newWorkflow,
  preview,
  get: getWorkflow,
  switch: switchWorkflow,
  update: editWorkflow,
  remove: removeWorkflow,
  execute,
  logs: listRuns,
  run: getRun,
  rows: listWorkflowRows,
  result: runAsFile,
  retry,
  undo,
  stop: stopRun,
  goOn: continueWorkflow,
})
