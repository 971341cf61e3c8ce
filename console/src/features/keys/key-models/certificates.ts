import { msg, t } from '../../../ground/text/text.ts'

const statuses: Record<string, string> = {
  NOT_FIDO_CERTIFIED: msg('Not certified by FIDO'),
  SELF_ASSERTION_SUBMITTED: msg('Asserted by its maker'),
  FIDO_CERTIFIED: msg('Certified by FIDO'),
  FIDO_CERTIFIED_L1: msg('FIDO certified, level 1'),
  FIDO_CERTIFIED_L1plus: msg('FIDO certified, level 1+'),
  FIDO_CERTIFIED_L2: msg('FIDO certified, level 2'),
  FIDO_CERTIFIED_L2plus: msg('FIDO certified, level 2+'),
  FIDO_CERTIFIED_L3: msg('FIDO certified, level 3'),
  FIDO_CERTIFIED_L3plus: msg('FIDO certified, level 3+'),
}

const warnings: Record<string, string> = {
  REVOKED: msg('FIDO has revoked this model'),
  USER_VERIFICATION_BYPASS: msg('The check of the person can be bypassed in this model'),
  ATTESTATION_KEY_COMPROMISE: msg('The key that vouches for this model is known to others'),
  USER_KEY_REMOTE_COMPROMISE: msg('Keys of this model can be stolen from afar'),
  USER_KEY_PHYSICAL_COMPROMISE: msg('Keys of this model can be taken by whoever holds it'),
}

/** How a model is certified, in words. */
export const statusWords = (status: string): string => (statuses[status] ? t(statuses[status]) : status)

/** What is wrong with a model, in words. */
export const warningWords = (warning: string): string => (warnings[warning] ? t(warnings[warning]) : warning)
