import { logged } from '../platform/text-declarations.ts'

export const accountLog = logged({
  'account.updated': { label: 'Own account details changed', did: 'changed their own account details' },
  'account.contact-changed': {
    label: 'Own contact information changed',
    did: 'changed their own contact information',
    failed: 'failed to change their own contact information',
  },
  'account.password-changed': {
    label: 'Own password changed',
    did: 'changed their own password',
    failed: 'failed to change their own password',
  },
  'account.codes-changed': { label: 'Own code sign-in changed', did: 'changed their own code sign-in setting' },
  'account.deleted': { label: 'Account deleted', did: 'deleted their own account' },
})
