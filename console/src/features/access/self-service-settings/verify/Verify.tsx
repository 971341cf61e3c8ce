import type { VerificationType } from '@claviger/contract/access/self-service-settings'
import { assurancePreset } from '@claviger/contract/connect/identity-providers'
import { useId } from 'react'
import { t } from '#platform/text/text.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { useDraft } from '../editor/page-draft.ts'
import { verifications } from '../page-labels.ts'
import { AutomaticFields } from './AutomaticFields.tsx'
import { ProviderFields } from './ProviderFields.tsx'
import { Part } from '../steps/Part.tsx'
import options from '#platform/ui/steps/options.module.css'
import classes from '../editor.module.css'

const order: readonly VerificationType[] = [
  'default',
  'entraId',
  'sso',
  'identity',
  'selfConfirmation',
  'automatic',
  'none',
]

export function Verify() {
  const { settings, set, means } = useDraft()
  const name = useId()
  const { verificationType } = settings
  const verifies = means?.choices.providers.some(one => one.kind === assurancePreset) === true
  const offered = order.filter(type => type !== 'identity' || verifies || verificationType === 'identity')
  return (
    <Part title={t('2 Verify')} about={t('How users verify their identity')}>
      <Grid columns={200} gap={8} role="radiogroup" aria-label={t('2 Verify')}>
        {offered.map(type => (
          <label
            key={type}
            className={`${options.choice ?? ''} ${classes.card ?? ''} cv-box cv-hovers cv-ring`}
            data-chosen={type === verificationType || undefined}
          >
            <input
              type="radio"
              name={name}
              checked={type === verificationType}
              onChange={() => set({ verificationType: type })}
            />
            <strong>{t(verifications[type].label)}</strong>
            <span className="cv-quiet">{t(verifications[type].help)}</span>
          </label>
        ))}
      </Grid>
      {verificationType === 'default' && means && !means.choices.phoneCodes && (
        <p className="cv-muted cv-wrap cv-linked">
          {t(
            'Codes are sent only by email. This server has no SMS gateway, or no country is selected for phone codes.',
          )}
        </p>
      )}
      {(verificationType === 'entraId' || verificationType === 'sso' || verificationType === 'identity') && (
        <ProviderFields kind={verificationType} />
      )}
      {verificationType === 'automatic' && <AutomaticFields />}
    </Part>
  )
}
