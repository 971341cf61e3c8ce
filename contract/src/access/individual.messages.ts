import { logged, refusals } from '../platform/text-declarations.ts'

export const individualLog = logged({
  'individual.reactivated': { label: 'Personal account reactivated', did: 'reactivated the personal account' },
})

export const individualRefusals = refusals({
  'not-personal': { status: 403, says: 'This is only available in a personal workspace' },
})
