import { policyActions } from '@claviger/contract/decide/policy-content'
import { Checkbox, NumberInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { t } from '../../../../ground/text/text.ts'
import { Card } from '../../../../ground/ui/page/Card.tsx'
import { PickMany } from '../../../decide/policy-content/PickMany.tsx'
import { fromModels } from '../../../decide/policy-content/sources.ts'
import { useDraft } from './draft.ts'
import classes from './editor.module.css'

/** What whoever it allows must bring beside; they are led there instead of refused. */
export function Demands() {
  const { draft, set, faultAt } = useDraft()
  if (draft.action !== policyActions.allow) return null
  const is = draft.demands
  return (
    <Card title={t('It also demands')}>
      <div className={classes.fields}>
        <p className={classes.help}>{t('Whoever does not bring it is led to bring it, and not refused.')}</p>
        <Checkbox
          size="xs"
          label={t('The holder is verified')}
          description={t('By the PIN of the card, or as the key does it.')}
          checked={is.pin}
          onChange={event => set('demands', { ...is, pin: event.currentTarget.checked })}
        />
        <PickMany
          label={t('A hardware key of one of these models')}
          from={fromModels}
          value={is.models}
          error={faultAt('demands.models')}
          placeholder={t('Any model')}
          change={models => set('demands', { ...is, models })}
        />
        <NumberInput
          className={classes.minutes ?? ''}
          label={t('Signed in at most so many minutes ago')}
          placeholder={t('Any time')}
          value={is.withinMinutes ?? ''}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          hideControls
          maxLength={6}
          error={faultAt('demands.withinMinutes')}
          onChange={value => set('demands', { ...is, withinMinutes: typeof value === 'number' ? value : null })}
        />
      </div>
    </Card>
  )
}
