import { logged, refusals } from '../platform/text-declarations.ts'

export const identityChecksLog = logged({
  'identity.verified': {
    label: 'Identity verified',
    did: 'had the identity of <0/> verified',
    failed: 'failed to have the identity of <0/> verified',
  },
})

export const identityChecksRefusals = refusals({
  'identity-unverified': {
    status: 403,
    says: "We couldn't verify your identity. The name on your document must be the same as the name that you entered",
  },
})
