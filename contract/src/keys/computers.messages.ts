import { logged } from '../platform/text-declarations.ts'

export const computersLog = logged({
  'computer.account-set': { label: 'Fixed account set', did: 'set the fixed account of the computer <0/>' },
  'computer.account-removed': { label: 'Fixed account removed', did: 'removed the fixed account of the computer <0/>' },
})
