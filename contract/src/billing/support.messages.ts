import { logged, refusals } from '../platform/text-declarations.ts'

export const supportLog = logged({
  'support.requested': { label: 'Support request sent', did: 'sent the support request <0/>' },
  'support.answered': { label: 'Support request answered', did: 'changed the status of the support request <0/>' },
})

export const supportRefusals = refusals({
  'too-many-support-requests': {
    status: 409,
    says: 'Your workspace has 20 open support requests. Wait until the operator has answered some of them',
  },
})
