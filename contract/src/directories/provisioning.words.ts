import { logged, refusals } from '../ground/words.ts'

export const provisioningLog = logged({
  'provisioning.saved': { label: 'Provisioning changed', did: 'changed how <0/> is provisioned' },
  'provisioning.turned-on': { label: 'Provisioning switched on', did: 'switched the provisioning of <0/> on' },
  'provisioning.turned-off': { label: 'Provisioning switched off', did: 'switched the provisioning of <0/> off' },
  'provisioning.removed': { label: 'Provisioning removed', did: 'removed the provisioning of <0/>' },
  'provisioning.compared': { label: 'Provisioning compared', did: 'compared who is in <0/>' },
  'provisioning.retried': { label: 'Provisioning tried again', did: 'let the provisioning of <0/> be tried again' },
  'provisioning.denied': {
    label: 'Provisioning paused',
    did: 'paused the provisioning of <0/>, which refuses the token',
  },
})

export const provisioningRefusals = refusals({
  'nothing-compared': { status: 409, says: 'Nothing was compared yet' },
})
