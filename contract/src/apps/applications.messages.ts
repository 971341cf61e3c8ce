import { logged, refusals } from '../platform/text-declarations.ts'

export const applicationsLog = logged({
  'application.created': { label: 'Application added', did: 'added the application <0/>' },
  'application.updated': { label: 'Application changed', did: 'changed the application <0/>' },
  'application.assigned': { label: 'Application access changed', did: 'changed the access to <0/>' },
  'application.secret-renewed': { label: 'Application secret renewed', did: 'created a new secret for <0/>' },
  'application.secret-ended': {
    label: 'Previous application secret revoked',
    did: 'revoked the previous secret of <0/>',
  },
  'application.certificate-ends': {
    label: 'Application certificate expires soon',
    did: 'warned that a certificate of <0/> expires soon',
  },
  'application.deleted': { label: 'Application deleted', did: 'deleted the application <0/>' },
})

export const applicationsRefusals = refusals({
  'application-name-taken': {
    status: 409,
    says: 'Another application already has this name',
    constraint: 'applications_name',
  },
  'client-id-taken': {
    status: 409,
    says: 'Another application already has this client ID',
    constraint: 'applications_client_id',
  },
  'entity-id-taken': {
    status: 409,
    says: 'Another application already has this entity ID',
    constraint: 'applications_entity_id',
  },
  'too-many-applications': { status: 409, says: 'You already have 2,000 applications. Delete one first' },
  'no-secret': { status: 409, says: "This application doesn't use a secret" },
  'certificate-unreadable': { status: 422, says: "A certificate can't be read" },
  'certificates-not-taken': {
    status: 422,
    says: "Certificate authentication isn't configured on this server. Contact the server operator",
  },
})
