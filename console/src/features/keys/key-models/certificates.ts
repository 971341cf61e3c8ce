import { msg, t } from '#platform/text/text.ts'

const statuses: Record<string, string> = {
  NOT_FIDO_CERTIFIED: msg('Not certified by FIDO'),
  SELF_ASSERTION_SUBMITTED: msg('Declared by the manufacturer'),
  FIDO_CERTIFIED: msg('Certified by FIDO'),
  FIDO_CERTIFIED_L1: msg('FIDO certified, level 1'),
  FIDO_CERTIFIED_L1plus: msg('FIDO certified, level 1+'),
  FIDO_CERTIFIED_L2: msg('FIDO certified, level 2'),
  FIDO_CERTIFIED_L2plus: msg('FIDO certified, level 2+'),
  FIDO_CERTIFIED_L3: msg('FIDO certified, level 3'),
  FIDO_CERTIFIED_L3plus: msg('FIDO certified, level 3+'),
}

const warnings: Record<string, string> = {
  REVOKED: msg('FIDO revoked this model'),
  USER_VERIFICATION_BYPASS: msg('User verification can be bypassed on this model'),
  ATTESTATION_KEY_COMPROMISE: msg('The attestation key of this model is compromised'),
  USER_KEY_REMOTE_COMPROMISE: msg('Keys can be extracted from this model remotely'),
  USER_KEY_PHYSICAL_COMPROMISE: msg('Keys can be extracted from this model with physical access'),
}

export const statusWords = (status: string): string => (statuses[status] ? t(statuses[status]) : status)

export const warningWords = (warning: string): string => (warnings[warning] ? t(warnings[warning]) : warning)
