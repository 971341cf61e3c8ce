import { secondCardRules } from '@claviger/contract/access/self-service-settings/page-settings'
import type { PinConfig } from '@claviger/contract/platform/pin'
import { msg, t } from '#platform/text/text.ts'
import { Select } from '#platform/ui/fields/Select.tsx'
import { useDraft } from '../editor/page-draft.ts'
import { Part } from './Part.tsx'

const usual = 'default'

const second: Record<(typeof secondCardRules)[number], string> = {
  allow: msg('Add the new card'),
  block: msg('Refuse the new card'),
  replace: msg('Replace the old card'),
}

/** For example "PIN of 6 to 12, digit, lowercase". */
function pinWords(pin: PinConfig): string {
  const { minLength = null, maxLength = null } = pin
  const length =
    minLength !== null && maxLength !== null
      ? t('PIN of {min} to {max}', { min: minLength, max: maxLength })
      : minLength === null
        ? t('PIN')
        : t('PIN of at least {min}', { min: minLength })
  const kinds = [
    pin.hasDigit && t('digit'),
    pin.hasLowercase && t('lowercase'),
    pin.hasUppercase && t('uppercase'),
    pin.hasSymbol && t('symbol'),
  ]
  return [length, ...kinds.filter(Boolean)].join(', ')
}

export function KeyAndPin() {
  const { settings, set, means, faults } = useDraft()
  const policies = means?.choices.policies ?? []
  const data = [
    { value: usual, label: t('Workspace default') },
    ...policies.map(one => ({ value: one.id, label: one.name })),
  ]
  return (
    <Part title={t('3 Key and PIN')} about={t('Defined in the key settings')}>
      <div className="cv-row cv-quiet cv-wrap">
        <Select
          aria-label={t('Key policy')}
          data={data}
          value={settings.tokenPolicyId ?? usual}
          allowDeselect={false}
          error={faults['tokenPolicyId']}
          onChange={value => set({ tokenPolicyId: value === null || value === usual ? null : value })}
        />
        {means && <span>{means.key.pin ? pinWords(means.key.pinConfig) : t('Tap only, no PIN')}</span>}
      </div>
      <Select
        label={t('If the user already has a card')}
        data={secondCardRules.map(value => ({ value, label: t(second[value]) }))}
        value={settings.secondCard}
        allowDeselect={false}
        onChange={value => value !== null && set({ secondCard: value })}
      />
    </Part>
  )
}
