import { policyActions } from '@claviger/contract/decide/policy-content'
import { Checkbox, NumberInput, Stack } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { PickMany, PickOne } from '#features/decide/policy-content/PickMany.tsx'
import { fromModels, fromStrengths } from '#features/decide/policy-content/name-sources.ts'
import { useDraft } from './policy-draft.ts'
import classes from './editor.module.css'

export function Demands() {
  const { draft, set, faultAt } = useDraft()
  if (draft.action !== policyActions.allow) return null
  const is = draft.demands
  return (
    <Card title={t('Requirements')}>
      <Stack className={`${classes.fields ?? ''} cv-linked`} gap={16}>
        <p className="cv-small">
          {t("Users who don't meet this requirement are asked to complete it instead of being blocked.")}
        </p>
        <Checkbox
          size="xs"
          label={t('Require user verification')}
          description={t("With the card's PIN, or as supported by the key")}
          checked={is.pin}
          onChange={event => set('demands', { ...is, pin: event.currentTarget.checked })}
        />
        <PickMany
          label={t('Require a hardware key model')}
          from={fromModels}
          value={is.models}
          error={faultAt('demands.models')}
          placeholder={t('Any model')}
          change={models => set('demands', { ...is, models })}
        />
        <PickOne
          label={t('Require an authentication strength')}
          from={fromStrengths}
          value={is.strength ?? null}
          error={faultAt('demands.strength')}
          placeholder={t('No requirement')}
          change={strength => set('demands', { ...is, strength })}
        />
        <NumberInput
          maw={320}
          label={t('Maximum time since sign-in (minutes)')}
          placeholder={t('No limit')}
          value={is.withinMinutes ?? ''}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          hideControls
          maxLength={6}
          error={faultAt('demands.withinMinutes')}
          onChange={value => set('demands', { ...is, withinMinutes: typeof value === 'number' ? value : null })}
        />
      </Stack>
    </Card>
  )
}
