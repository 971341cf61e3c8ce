import { messages } from '../ground/messages.ts'
import { logged, refusals } from '../ground/words.ts'

export const storedPasswordsLog = logged({
  'stored-password.created': { label: 'Password stored', did: 'stored a password of <0/>' },
  'stored-password.updated': { label: 'Stored password changed', did: 'changed a stored password of <0/>' },
  'stored-password.deleted': { label: 'Stored password deleted', did: 'deleted a stored password of <0/>' },
  'stored-password.filled': {
    use: true,
    label: 'Stored password filled in',
    did: 'had a stored password of <0/> filled in',
  },
  'stored-password.revealed': { use: true, label: 'Stored password read', did: 'read a stored password of their own' },
})

export const storedPasswordsRefusals = refusals({
  'pin-reset-required': { status: 409, says: messages['pin-policy.reset-required'] },
  'pin-needed': { status: 403, says: 'This password is filled in once the PIN of the card was given' },
})
