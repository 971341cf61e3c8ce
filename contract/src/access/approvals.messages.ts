import { logged, refusals } from '../platform/text-declarations.ts'

export const approvalsLog = logged({
  'approval.given': {
    use: true,
    label: 'Sign-in approved',
    did: 'approved a sign-in on the phone <0/>',
    failed: 'failed to approve a sign-in',
  },
  'approval.refused': { use: true, label: 'Sign-in refused', did: 'refused a sign-in request' },
  'phone.told': { label: 'Sign-in notifications turned on', did: 'turned on sign-in notifications for the phone <0/>' },
  'phone.not-told': {
    label: 'Sign-in notifications turned off',
    did: 'turned off sign-in notifications for the phone <0/>',
  },
})

export const approvalsRefusals = refusals({
  'approval-open': {
    status: 429,
    says: 'Another request is still open. Answer it on the phone, or wait until it expires',
  },
  'approval-too-soon': { status: 429, says: 'Wait before you send another request' },
  'approval-over': { status: 410, says: 'This request has ended. Start again on the computer' },
  'approval-number': { status: 409, says: 'Wrong number. The sign-in was stopped. Start again on the computer' },
  'approval-other': { status: 403, says: 'This request is for another account' },
  'approval-key': {
    status: 403,
    says: "This key can't approve sign-ins. Use the phone you activated, or another sign-in method",
  },
  'position-wanted': {
    status: 409,
    says: "Your organization's policy requires the location of this phone. Allow this page to use your location, then try again",
  },
})
