import { logged, refusals } from '../ground/words.ts'

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

export const applicationsRefusals = refusals({
  'application-name-taken': {
    status: 409,
    says: 'Another application has this name',
    constraint: 'applications_name',
  },
  'client-id-taken': {
    status: 409,
    says: 'Another application has this client ID',
    constraint: 'applications_client_id',
  },
  'entity-id-taken': {
    status: 409,
    says: 'Another application has this entity ID',
    constraint: 'applications_entity_id',
  },
  'too-many-applications': { status: 409, says: 'There are 2,000 applications already' },
  'no-secret': { status: 409, says: 'This application shares no secret with us' },
  'certificate-unreadable': { status: 422, says: 'A certificate cannot be read' },
  'certificates-not-taken': {
    status: 422,
    says: 'Applications cannot prove themselves by certificates here. Ask whoever runs this installation',
  },
})
