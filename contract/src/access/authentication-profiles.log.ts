import { logged } from '../ground/log.ts'

export const authenticationProfilesLog = logged({
  'authentication-profile.created': {
    label: 'Authentication profile created',
    did: 'created the authentication profile <0/>',
  },
  'authentication-profile.updated': {
    label: 'Authentication profile changed',
    did: 'changed the authentication profile <0/>',
  },
  'authentication-profile.deleted': {
    label: 'Authentication profile deleted',
    did: 'deleted the authentication profile <0/>',
  },
  'break-glass.made': { label: 'Break-glass code made', did: 'made a new break-glass code' },
  'break-glass.used': {
    label: 'Break-glass code used',
    did: 'used the break-glass code to get back in',
    failed: 'tried a break-glass code that is not right',
  },
})
