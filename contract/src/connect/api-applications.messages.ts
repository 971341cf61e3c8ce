import { logged, refusals } from '../platform/text-declarations.ts'

export const apiApplicationsLog = logged({
  'api-application.created': { label: 'API application added', did: 'added the API application <0/>' },
  'api-application.updated': { label: 'API application changed', did: 'changed the API application <0/>' },
  'api-application.deleted': { label: 'API application deleted', did: 'deleted the API application <0/>' },
  'api-application.ends': {
    label: 'API application expires',
    did: 'notified owners that the credential of <0/> expires',
  },
  'api-application.checked': {
    label: 'API application checked',
    did: 'checked the API application <0/>',
    failed: 'checked the API application <0/>, which is not working',
  },
})

export const apiApplicationsRefusals = refusals({
  'api-application-name-taken': {
    status: 409,
    says: 'Another API application already has this name',
    constraint: 'api_applications_name',
  },
  'api-applications-full': { status: 409, says: 'A workspace can have at most 50 API applications' },
  'operators-application': {
    status: 409,
    says: "You can change only the name of this installation's application. To connect another tenant, start from its page",
  },
})
