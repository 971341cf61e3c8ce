import { verifications } from '@claviger/contract/keys/token-policies'
import type { TokenPolicy } from '@claviger/contract/keys/token-policies'
import { t } from '../../../ground/text/text.ts'

/** How access cards can be verified. */
export const cardChoices = () => [
  { value: verifications.pin, label: t('PIN after every tap') },
  { value: verifications.pinless, label: t('Tap only, no PIN') },
]

/** How smartphones can be verified. */
export const phoneChoices = () => [
  { value: verifications.always, label: t('Fingerprint, face or screen lock, always') },
  { value: verifications.whenLocked, label: t('Screen lock, only when the phone is locked') },
  { value: verifications.pin, label: t('PIN typed on the computer') },
]

/** Where the passkeys of a smartphone can lie. */
export const storageChoices = () => [
  { value: 1, label: t('On the phone: lost with it') },
  { value: 2, label: t('On this server, sealed: restorable on a new phone') },
  { value: 3, label: t('In hardware of the vendor') },
]

const labelOf = (choices: readonly { value: number; label: string }[], value: number) =>
  choices.find(one => one.value === value)?.label ?? ''

/** A policy in one line. */
export const inWords = (of: TokenPolicy): string =>
  [
    t('Cards: {choice}', { choice: labelOf(cardChoices(), of.cardVerification) }),
    t('Phones: {choice}', { choice: labelOf(phoneChoices(), of.phoneVerification) }),
    of.offlineLogin ? t('offline login') : t('no offline login'),
    ...(of.proximity ? [t('phone must be near')] : []),
    ...(of.audit ? [] : [t('uses are not logged')]),
    ...(of.rememberedPinHours > 0
      ? [t('PIN remembered for {count, plural, one {# hour} other {# hours}}', { count: of.rememberedPinHours })]
      : []),
  ].join(' · ')
