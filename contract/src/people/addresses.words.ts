import { logged } from '../ground/words.ts'

export const addressesLog = logged({
  'user.address-asked': { label: 'New email asked', did: 'asked for another email of <0/>' },
  'user.address-changed': { label: 'Email changed', did: 'changed the email of <0/>' },
  'user.address-stopped': { label: 'New email stopped', did: 'stopped another email of <0/>' },
})
