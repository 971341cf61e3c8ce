import { Stack, TextInput } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { useDraft } from '../editor/page-draft.ts'
import { NumberField } from './NumberField.tsx'
import { OnOff } from './OnOff.tsx'
import { Part } from './Part.tsx'

export function Emails() {
  const { settings, set, faults } = useDraft()
  const { tellDesk } = settings
  return (
    <Part title={t('Emails')} about={t('Notifications about changes and failures')}>
      <OnOff
        label={t('Email the user after every enrollment and PIN change')}
        on={settings.tellPerson}
        turn={tellPerson => set({ tellPerson })}
      />
      <OnOff
        label={t('Email the service desk after {count, plural, one {# failed attempt} other {# failed attempts}}', {
          count: tellDesk.after,
        })}
        on={tellDesk.on}
        turn={on => set({ tellDesk: { ...tellDesk, on } })}
      />
      {tellDesk.on && (
        <Stack className="cv-panel" gap={14} miw={0} p="14px 16px">
          <TextInput
            label={t('Service desk email')}
            type="email"
            value={tellDesk.email ?? ''}
            error={faults['tellDesk.email']}
            onChange={event => set({ tellDesk: { ...tellDesk, email: event.currentTarget.value.trim() || null } })}
          />
          <NumberField
            label={t('Failed attempts per visit')}
            value={tellDesk.after}
            fault={faults['tellDesk.after']}
            change={after => set({ tellDesk: { ...tellDesk, after } })}
          />
        </Stack>
      )}
    </Part>
  )
}
