import { logged } from '../ground/log.ts'

export const sharingLog = logged({
  'account.shared': { label: 'Account shared', did: 'shared the account of <0/>' },
  'account.unshared': { label: 'Sharing ended', did: 'stopped sharing the account of <0/>' },
  'account.default-chosen': { label: 'Default account chosen', did: 'chose the account that cards of <0/> open' },
})
