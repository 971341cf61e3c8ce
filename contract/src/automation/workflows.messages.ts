import { logged, refusals } from '../platform/text-declarations.ts'

export const workflowsLog = logged({
  'workflow.created': { label: 'Workflow created', did: 'created the workflow <0/>' },
  'workflow.updated': { label: 'Workflow changed', did: 'changed the workflow <0/>' },
  'workflow.deleted': { label: 'Workflow deleted', did: 'deleted the workflow <0/>' },
  'workflow.switched': { label: 'Workflow turned on or off', did: 'turned the workflow <0/> on or off' },
  'workflow.paused': { label: 'Workflow turned off automatically', did: 'turned off the workflow <0/>' },
  'workflow.started': {
    label: 'Workflow run',
    did: 'ran the workflow <0/>',
    failed: 'failed to run the workflow <0/>',
  },
  'workflow.waits': {
    label: 'Workflow waiting for owner approval',
    did: 'paused the workflow <0/> before it changed many keys',
  },
  'workflow.let-go-on': { label: 'Workflow run approved', did: 'approved a run of the workflow <0/>' },
  'workflow.undone': { label: 'Workflow run undone', did: 'undid a run of the workflow <0/>' },
})

export const workflowsRefusals = refusals({
  'workflow-name-taken': {
    status: 409,
    says: 'Another workflow has this name',
    constraint: 'workflows_name',
  },
  'too-many-workflows': { status: 409, says: 'The limit of 200 workflows is reached' },
  'workflow-by-page': {
    status: 422,
    says: "You can't start this workflow manually. It runs each time the card page is used",
  },
})
