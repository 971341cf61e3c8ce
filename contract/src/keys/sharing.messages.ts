import { logged, refusals } from '../platform/text-declarations.ts'

export const sharingLog = logged({
  'account.shared': { label: 'Account shared', did: 'shared the account of <0/>' },
  'account.unshared': { label: 'Sharing stopped', did: 'stopped sharing the account of <0/>' },
  'account.default-chosen': { label: 'Default account set', did: 'set the default account for the cards of <0/>' },
})

export const sharingRefusals = refusals({
  'account-not-shared': { status: 403, says: "This card doesn't give access to that account" },
})
