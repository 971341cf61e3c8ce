import { logged } from '../ground/log.ts'

export const apiApplicationsLog = logged({
  'api-application.created': { label: 'API application added', did: 'added the API application <0/>' },
  'api-application.updated': { label: 'API application changed', did: 'changed the API application <0/>' },
  'api-application.deleted': { label: 'API application deleted', did: 'deleted the API application <0/>' },
  'api-application.ends': { label: 'API application ends', did: 'told owners that the credential of <0/> ends' },
  'api-application.checked': {
    label: 'API application checked',
    did: 'checked the API application <0/>',
    failed: 'checked the API application <0/>, which does not work',
  },
})
