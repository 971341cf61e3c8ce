import { logged } from '../ground/log.ts'

export const approvalsLog = logged({
  'approval.given': {
    use: true,
    label: 'Sign-in approved',
    did: 'approved a sign-in on the phone <0/>',
    failed: 'could not approve a sign-in',
  },
  'approval.refused': { use: true, label: 'Sign-in refused', did: 'refused a sign-in that somebody asked for' },
  'phone.told': { label: 'Phone is told of sign-ins', did: 'let sign-ins be told to the phone <0/>' },
  'phone.not-told': { label: 'Phone is no longer told', did: 'no longer lets sign-ins be told to the phone <0/>' },
})
