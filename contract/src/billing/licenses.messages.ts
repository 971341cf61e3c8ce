import { logged, refusals } from '../platform/text-declarations.ts'

export const licensesLog = logged({
  'licenses.limited': { label: 'Key limit changed', did: 'changed the limit of security keys' },
  'licenses.bought': { label: 'Licenses changed', did: 'changed the number of prepaid licenses' },
  'licenses.warned': { label: 'License warning', did: 'warned administrators about the licenses in use' },
  'licenses.waiting': { label: 'License needed', did: 'found no free license for <0/>' },
  'licenses.received': { label: 'License received', did: 'gave a license to <0/>' },
})

export const licensesRefusals = refusals({
  'not-prepaid': { status: 409, says: 'The plan of this workspace has no prepaid licenses' },
  'too-few-licenses': { status: 422, says: 'More security keys are in use. Enter at least their number' },
})
