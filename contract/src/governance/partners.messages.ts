import { logged, refusals } from '../platform/text-declarations.ts'

export const partnersLog = logged({
  'partner-license.requested': { label: 'License requested', did: 'requested licenses: <0/>' },
  'partner-license.withdrawn': { label: 'License request withdrawn', did: 'withdrew the license request <0/>' },
  'partner-license.approved': { label: 'License approved', did: 'approved the license request <0/>' },
  'partner-license.changed': { label: 'License changed', did: 'changed the license <0/>' },
  'partner-license.refused': { label: 'License refused', did: 'refused the license request <0/>' },
  'partner-license.deleted': { label: 'License removed', did: 'removed the license <0/>' },
  'partner.settings-changed': {
    label: 'Partner settings changed',
    did: 'changed the partner settings of the workspace <0/>',
  },
  'partner.rule-changed': {
    label: 'Rule for the partner changed',
    did: 'changed which keys the partner disables first',
  },
  'partner.keys-disabled': { label: 'Keys disabled by the partner', did: 'disabled keys of the workspace <0/>' },
})

export const partnersRefusals = refusals({
  'license-decided': { status: 409, says: 'This request was already decided' },
  'licenses-assigned': {
    status: 409,
    says: 'The partner has assigned these licenses to customers. Licenses must be returned first',
  },
  'licenses-used-up': { status: 409, says: "You don't have that many free licenses. Request more first" },
  'key-limit-reached': {
    status: 409,
    says: 'Your workspace has reached its maximum number of security keys. Contact your provider',
    constraint: 'security_keys_limit',
  },
})
