import { logged } from '../platform/text-declarations.ts'

export const addressesLog = logged({
  'user.address-asked': { label: 'Email change requested', did: 'requested an email change for <0/>' },
  'user.address-changed': { label: 'Email changed', did: 'changed the email of <0/>' },
  'user.address-stopped': { label: 'Email change canceled', did: 'canceled the email change for <0/>' },
})
