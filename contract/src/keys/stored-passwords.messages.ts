import { messages } from '../platform/messages.ts'
import { logged, refusals } from '../platform/text-declarations.ts'

export const storedPasswordsLog = logged({
  'stored-password.created': { label: 'Password saved', did: 'stored a password of <0/>' },
  'stored-password.updated': { label: 'Stored password changed', did: 'changed a stored password of <0/>' },
  'stored-password.deleted': { label: 'Stored password deleted', did: 'deleted a stored password of <0/>' },
  'stored-password.filled': {
    use: true,
    label: 'Stored password used',
    did: 'used a stored password of <0/>',
  },
  'stored-password.revealed': {
    use: true,
    label: 'Stored password viewed',
    did: 'viewed one of their own stored passwords',
  },
})

export const storedPasswordsRefusals = refusals({
  'pin-reset-required': { status: 409, says: messages['pin-policy.reset-required'] },
  'pin-needed': { status: 403, says: "Enter the card's PIN to fill in this password" },
})
