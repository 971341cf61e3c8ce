import { logged, refusals } from '../platform/text-declarations.ts'

export const strengthsLog = logged({
  'strength.created': { label: 'Authentication strength created', did: 'created the authentication strength <0/>' },
  'strength.updated': { label: 'Authentication strength changed', did: 'changed the authentication strength <0/>' },
  'strength.deleted': { label: 'Authentication strength deleted', did: 'deleted the authentication strength <0/>' },
})

export const strengthsRefusals = refusals({
  'strength-name-taken': {
    status: 409,
    says: 'Another authentication strength has this name',
    constraint: 'authentication_strengths_name',
  },
  'strength-in-use': { status: 409, says: 'An access policy or an application uses this authentication strength' },
  'strength-unknown': { status: 422, says: "This authentication strength doesn't exist. Choose another one" },
  'too-many-strengths': { status: 409, says: 'The limit of 50 authentication strengths is reached' },
})
