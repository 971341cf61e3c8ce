import { logged } from '../ground/log.ts'

export const applicationsLog = logged({
  'application.created': { label: 'Application added', did: 'added the application <0/>' },
  'application.updated': { label: 'Application changed', did: 'changed the application <0/>' },
  'application.assigned': { label: 'Application assigned', did: 'changed who may open <0/>' },
  'application.secret-renewed': { label: 'Secret of an application renewed', did: 'gave <0/> a new secret' },
  'application.secret-ended': {
    label: 'Former secret of an application ended',
    did: 'ended the former secret of <0/>',
  },
  'application.certificate-ends': {
    label: 'Certificate of an application ends soon',
    did: 'warned that a certificate of <0/> ends',
  },
  'application.deleted': { label: 'Application deleted', did: 'deleted the application <0/>' },
})
