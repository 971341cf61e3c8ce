import { logged } from '../ground/words.ts'

export const accountLog = logged({
  'account.updated': { label: 'Own details changed', did: 'changed their own details' },
  'account.contact-changed': {
    label: 'Own contact changed',
    did: 'changed their own contact',
    failed: 'could not change their own contact',
  },
  'account.password-changed': {
    label: 'Own password changed',
    did: 'changed their own password',
    failed: 'could not change their own password',
  },
  'account.codes-changed': { label: 'Own sign-in by code changed', did: 'changed their own sign-in by code' },
  'account.deleted': { label: 'Account deleted', did: 'deleted their own account' },
})
