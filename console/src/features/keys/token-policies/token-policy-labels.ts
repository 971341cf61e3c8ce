import { verifications } from '@claviger/contract/keys/token-policies'
import type { TokenPolicy } from '@claviger/contract/keys/token-policies'
import { t } from '#platform/text/text.ts'

export const cardChoices = () => [
  { value: verifications.pin, label: t('PIN after every tap') },
  { value: verifications.pinless, label: t('Tap only, no PIN') },
]

const labelOf = (choices: readonly { value: number; label: string }[], value: number) =>
  choices.find(one => one.value === value)?.label ?? ''

export const inWords = (of: TokenPolicy): string =>
  [
    t('Cards: {choice}', { choice: labelOf(cardChoices(), of.cardVerification) }),
    of.offlineLogin ? t('offline sign-in') : t('no offline sign-in'),
    ...(of.proximity || of.phoneVerification === verifications.pin ? [t('phone must be near')] : []),
    ...(of.audit ? [] : [t('use is not logged')]),
    ...(of.rememberedPinHours > 0
      ? [t('PIN remembered for {count, plural, one {# hour} other {# hours}}', { count: of.rememberedPinHours })]
      : []),
  ].join(' · ')
