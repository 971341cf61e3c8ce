import { logged } from '../platform/text-declarations.ts'

export const brandingLog = logged({
  'branding.changed': { label: 'Branding changed', did: 'changed the branding for customers' },
})
