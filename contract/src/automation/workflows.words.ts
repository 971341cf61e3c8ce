import { logged, refusals } from '../ground/words.ts'

export const workflowsLog = logged({
  'workflow.created': { label: 'Workflow created', did: 'created the workflow <0/>' },
  'workflow.updated': { label: 'Workflow changed', did: 'changed the workflow <0/>' },
  'workflow.deleted': { label: 'Workflow deleted', did: 'deleted the workflow <0/>' },
  'workflow.switched': { label: 'Workflow switched on or off', did: 'switched the workflow <0/> on or off' },
  'workflow.paused': { label: 'Workflow switched off by itself', did: 'switched the workflow <0/> off' },
  'workflow.started': {
    label: 'Workflow run',
    did: 'ran the workflow <0/>',
    failed: 'could not run the workflow <0/>',
  },
  'workflow.waits': { label: 'Workflow waits for an owner', did: 'stopped the workflow <0/> before it acted on many' },
  'workflow.let-go-on': { label: 'Workflow let go on', did: 'let the workflow <0/> act on many' },
  'workflow.undone': { label: 'Workflow run taken back', did: 'took back a run of the workflow <0/>' },
})

export const workflowsRefusals = refusals({
  'workflow-name-taken': {
    status: 409,
    says: 'Another workflow has this name',
    constraint: 'workflows_name',
  },
  'too-many-workflows': { status: 409, says: 'There are 200 workflows already' },
  'workflow-by-page': { status: 422, says: 'The card page starts this workflow, each time somebody uses it' },
})
