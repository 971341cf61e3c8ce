import { NumberInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { t } from '#platform/text/text.ts'
import { Label } from '#platform/ui/fields/Label.tsx'
import { useSetting } from './setting-fields.tsx'

/** After how long users of an application sign in again. */
export function ReauthenticationInterval() {
  const { value, set, fault } = useSetting('reauthenticationMinutes')
  return (
    <NumberInput
      size="sm"
      label={<Label text={t('Re-authentication interval (minutes)')} optional />}
      description={t('Users whose sign-in is older sign in again. Empty: as the workspace sets it.')}
      error={fault}
      value={typeof value === 'number' ? value : ''}
      allowNegative={false}
      allowDecimal={false}
      clampBehavior="none"
      hideControls
      maxLength={6}
      inputMode="numeric"
      onChange={next => set(typeof next === 'number' ? next : null)}
    />
  )
}
