import { logged, refusals } from '../platform/text-declarations.ts'

export const supportAccessLog = logged({
  'support-access.requested': { label: 'Support access requested', did: 'asked for support access: <0/>' },
  'support-access.allowed': { label: 'Support access allowed', did: 'allowed support access for <0/>' },
  'support-access.denied': { label: 'Support access denied', did: 'denied support access for <0/>' },
  'support-access.emergency': {
    label: 'Emergency access allowed',
    did: 'allowed emergency access for <0/> without an owner',
  },
  'support-access.entered': { label: 'Support session started', did: 'started a support session: <0/>' },
  'support-access.ended': { label: 'Support access ended', did: 'ended the support access of <0/>' },
})

export const supportAccessRefusals = refusals({
  'support-waits': { status: 409, says: 'You already asked for access to this workspace, or have it' },
  'support-several': { status: 409, says: 'Several requests are waiting. Answer each one by its ID' },
  'support-over': { status: 409, says: 'This access was already answered, has ended, or has expired' },
  'support-second': { status: 403, says: 'Another super administrator must confirm this' },
  'support-reads-only': { status: 403, says: 'A support session can look, but not change anything' },
  'support-ended': { status: 401, says: 'The support session has ended' },
})
