import { logged, refusals } from '../ground/words.ts'

export const sharingLog = logged({
  'account.shared': { label: 'Account shared', did: 'shared the account of <0/>' },
  'account.unshared': { label: 'Sharing ended', did: 'stopped sharing the account of <0/>' },
  'account.default-chosen': { label: 'Default account chosen', did: 'chose the account that cards of <0/> open' },
})

export const sharingRefusals = refusals({
  'account-not-shared': { status: 403, says: 'This card does not open that account' },
})
