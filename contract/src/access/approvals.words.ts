import { logged, refusals } from '../ground/words.ts'

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

export const approvalsRefusals = refusals({
  'approval-open': { status: 429, says: 'A request is open already. Answer it on the phone, or wait until it ends' },
  'approval-too-soon': { status: 429, says: 'Wait before you ask again' },
  'approval-over': { status: 410, says: 'This request has ended. Start again at the computer' },
  'approval-number': { status: 409, says: 'That was not the number. The request has ended and nobody was signed in' },
  'approval-other': { status: 403, says: 'This request is for another account' },
  'approval-key': {
    status: 403,
    says: 'This key does not approve sign-ins. Use the phone that you activated, or another way in',
  },
  'position-wanted': {
    status: 409,
    says: "Your organization's policy asks where this phone is. Let this page see its position and try again",
  },
})
