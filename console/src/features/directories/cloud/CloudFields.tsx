import { syncModes } from '@claviger/contract/directories/connections'
import type { ApiApplicationType } from '@claviger/contract/connect/api-applications'
import { apiApplications } from '@claviger/contract/connect/api-applications'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { Select } from '#platform/ui/fields/Select.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { modes, schedules } from './schedule-labels.ts'

export function WhereFields({ type }: { type: ApiApplicationType }) {
  const found = useRead(apiApplications.ofType, { type })
  const options = (found.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <Text name="name" label={t('Name')} autoComplete="off" maxLength={100} />
      <Choice
        name="application"
        label={t('API application')}
        options={options}
        help={
          <Trans
            id="Holds the credentials. If there is none yet, <0>add one</0> first."
            components={[<Link key="0" to="/dashboard/api/applications" />]}
          />
        }
      />
    </>
  )
}

export function WhenFields() {
  const { fields } = useFormState()
  const minutes = fields.values['everyMinutes'] as number | null | undefined
  const mode = fields.values['mode'] as number | undefined
  return (
    <>
      <Select
        size="sm"
        label={t('Run mode')}
        data={modes()}
        value={String(mode ?? syncModes.both)}
        allowDeselect={false}
        onChange={value => fields.set('mode', Number(value))}
      />
      <Select
        size="sm"
        label={t('Schedule')}
        data={schedules()}
        value={minutes ? String(minutes) : ''}
        allowDeselect={false}
        onChange={value => fields.set('everyMinutes', value ? Number(value) : null)}
      />
    </>
  )
}
