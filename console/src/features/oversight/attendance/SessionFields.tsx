import { attendanceFields } from '@claviger/contract/oversight/attendance/session-fields'
import { pageLanguages } from '@claviger/contract/platform/languages'
import { Stack, Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { Choice, Choices } from '#platform/ui/fields/Choice.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { PickMany } from '#features/decide/policy-content/PickMany.tsx'
import { fromGroups, fromUnits, fromUsers } from '#features/decide/policy-content/name-sources.ts'
import { useAttributeNames } from '#features/tenancy/workspace-settings/attributeNames.ts'
import { SwitchField } from '#features/tenancy/workspace-settings/OnOff.tsx'
import { WholeNumber } from '#features/tenancy/workspace-settings/WholeNumber.tsx'
import { fieldName, modeOptions } from './session-labels.ts'

export function Identity({ children }: { children?: ReactNode }) {
  return (
    <>
      <Grid columns={220} align="start">
        <Text name="title" label={t('Title')} maxLength={200} autoComplete="off" />
        <Text name="place" label={t('Place')} maxLength={200} autoComplete="off" />
      </Grid>
      {children}
    </>
  )
}

export function Rules({ openNow = false }: { openNow?: boolean }) {
  const { fields } = useFormState()
  const { open, opening, closing } = fields.values
  return (
    <Card title={t('Check-in')}>
      <Stack gap={16}>
        <Grid columns={220} align="start">
          <Choice name="mode" label={t('Taps')} options={modeOptions()} />
          <WholeNumber
            name="lateAfter"
            label={t('Late after (minutes)')}
            help={t("Leave empty if participants can't be late")}
          />
        </Grid>
        {openNow && <SwitchField name="open" label={t('Open the session now')} />}
        <Grid columns={220} align="start" hidden={open === true}>
          <Choice
            name="opening"
            label={t('Opens')}
            options={[
              { value: 'manual', label: t('When an administrator opens it') },
              { value: 'schedule', label: t('At the start') },
            ]}
          />
          {opening === 'schedule' && <WholeNumber name="openBefore" label={t('Minutes before the start')} />}
        </Grid>
        <Grid columns={220} align="start">
          <Choice
            name="closing"
            label={t('Closes')}
            options={[
              { value: 'manual', label: t('When an administrator closes it') },
              { value: 'schedule', label: t('After the end') },
            ]}
          />
          {closing === 'schedule' && <WholeNumber name="closeAfter" label={t('Minutes after the end')} />}
        </Grid>
      </Stack>
    </Card>
  )
}

export interface ExpectedInput {
  everyone: boolean
  groups: readonly string[]
  units: readonly string[]
  users: readonly string[]
}

export const nobodyExpected: ExpectedInput = { everyone: false, groups: [], units: [], users: [] }

/** Names come from a `NamesContext` around the form. */
export function ExpectedFields() {
  const { fields } = useFormState()
  const expected = (fields.values['expected'] ?? nobodyExpected) as ExpectedInput
  const set = (more: Partial<ExpectedInput>) => fields.set('expected', { ...expected, ...more })
  return (
    <Card title={t('Expected participants')}>
      <Stack gap={16}>
        <Choice
          name="unexpected"
          label={t('People who are not expected')}
          options={[
            { value: 'refuse', label: t('Refuse their tap') },
            { value: 'admit', label: t('Record them as unexpected') },
          ]}
        />
        <Switch
          size="xs"
          withThumbIndicator={false}
          label={t('Everyone in the workspace')}
          checked={expected.everyone}
          onChange={event => set({ everyone: event.currentTarget.checked })}
        />
        {!expected.everyone && (
          <>
            <PickMany
              label={t('Groups')}
              from={fromGroups}
              value={expected.groups}
              change={groups => set({ groups })}
            />
            <PickMany
              label={t('Organization units')}
              from={fromUnits}
              value={expected.units}
              change={units => set({ units })}
            />
            <PickMany label={t('Users')} from={fromUsers} value={expected.users} change={users => set({ users })} />
          </>
        )}
      </Stack>
    </Card>
  )
}

export function KioskFields() {
  const nameOfAttribute = useAttributeNames()
  return (
    <Card title={t('Kiosk and list')}>
      <Stack gap={16}>
        <Choices
          name="attributes"
          label={t('User fields to show')}
          help={t('Everyone who passes the kiosk can read them')}
          options={attendanceFields.map(value => ({ value, label: fieldName(value, nameOfAttribute) }))}
        />
        <Choices
          name="languages"
          label={t('Languages of the kiosk')}
          options={Object.entries(pageLanguages).map(([value, label]) => ({ value, label }))}
        />
      </Stack>
    </Card>
  )
}
