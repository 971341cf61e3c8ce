import { logged } from '../ground/log.ts'

export const accountLog = logged({
  'account.updated': { label: 'Own details changed', did: 'changed the own details' },
  'account.contact-changed': {
    label: 'Own contact changed',
    did: 'changed the own contact',
    failed: 'could not change the own contact',
  },
  'account.password-changed': {
    label: 'Own password changed',
    did: 'changed the own password',
    failed: 'could not change the own password',
  },
  'account.codes-changed': { label: 'Own sign-in by code changed', did: 'changed the own sign-in by code' },
  'account.deleted': { label: 'Account deleted', did: 'deleted the own account' },
})
