import { logged, refusals } from '../platform/text-declarations.ts'

export const provisioningLog = logged({
  'provisioning.saved': { label: 'Provisioning changed', did: 'changed the provisioning of <0/>' },
  'provisioning.turned-on': { label: 'Provisioning turned on', did: 'turned on the provisioning of <0/>' },
  'provisioning.turned-off': { label: 'Provisioning turned off', did: 'turned off the provisioning of <0/>' },
  'provisioning.removed': { label: 'Provisioning removed', did: 'removed the provisioning of <0/>' },
  'provisioning.compared': { label: 'Provisioning compared', did: 'compared the users of <0/>' },
  'provisioning.retried': { label: 'Provisioning retried', did: 'retried the provisioning of <0/>' },
  'provisioning.denied': {
    label: 'Provisioning paused',
    did: 'paused the provisioning of <0/>, because the application refuses the token',
  },
})

export const provisioningRefusals = refusals({
  'nothing-compared': { status: 409, says: 'No comparison yet' },
})
