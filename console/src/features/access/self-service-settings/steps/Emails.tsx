import { TextInput } from '@mantine/core'
import { t } from '../../../../ground/text/text.ts'
import { useDraft } from '../editor/draft.ts'
import { NumberField } from './NumberField.tsx'
import { OnOff } from './OnOff.tsx'
import { Part } from './Part.tsx'
import classes from '../editor.module.css'

/** Who is told. */
export function Emails() {
  const { settings, set, faults } = useDraft()
  const { tellDesk } = settings
  return (
    <Part title={t('Emails')} about={t('So that nobody is surprised')}>
      <OnOff
        label={t('Tell the person after every enrollment and PIN change')}
        on={settings.tellPerson}
        turn={tellPerson => set({ tellPerson })}
      />
      <OnOff
        label={t('Tell the service desk after {count, plural, one {# failed try} other {# failed tries}}', {
          count: tellDesk.after,
        })}
        on={tellDesk.on}
        turn={on => set({ tellDesk: { ...tellDesk, on } })}
      />
      {tellDesk.on && (
        <div className={classes.details}>
          <TextInput
            label={t('Address of the service desk')}
            type="email"
            value={tellDesk.email ?? ''}
            error={faults['tellDesk.email']}
            onChange={event => set({ tellDesk: { ...tellDesk, email: event.currentTarget.value.trim() || null } })}
          />
          <NumberField
            label={t('After so many failed tries of one visit')}
            value={tellDesk.after}
            fault={faults['tellDesk.after']}
            change={after => set({ tellDesk: { ...tellDesk, after } })}
          />
        </div>
      )}
    </Part>
  )
}
