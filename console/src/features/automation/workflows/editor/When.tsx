import { intervals, triggersOf } from '@claviger/contract/automation/workflows/workflow-content'
import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { t } from '#platform/text/text.ts'
import { Select } from '#platform/ui/fields/Select.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { dayNames, intervalNames, triggerNames } from '../workflow-labels.ts'
import { contentOf } from './workflow-draft.ts'

const two = (n: number | undefined) => String(n ?? 0).padStart(2, '0')
const zones = Intl.supportedValuesOf('timeZone')

function Clock() {
  const { fields } = useFormState()
  const { hour, minute } = contentOf(fields.values)
  return (
    <TextInput
      type="time"
      label={t('Time')}
      value={`${two(hour)}:${two(minute)}`}
      onChange={event => {
        const [h = '', m = ''] = event.currentTarget.value.split(':')
        if (h === '' || m === '') return
        fields.set('hour', Number(h))
        fields.set('minute', Number(m))
      }}
    />
  )
}

function Day({ interval }: { interval: number | undefined }) {
  const { fields } = useFormState()
  const { day } = contentOf(fields.values)
  const weekly = interval === intervals.weekly
  const data = weekly
    ? dayNames.map((name, at) => ({ value: String(at), label: t(name) }))
    : Array.from({ length: 31 }, (_one, at) => ({
        value: String(at + 1),
        label: at === 30 ? t('Last day') : String(at + 1),
      }))
  return (
    <NativeSelect
      label={weekly ? t('Day of the week') : t('Day of the month')}
      value={String(day ?? 1)}
      data={data}
      error={fields.errors['day']}
      onChange={event => fields.set('day', Number(event.currentTarget.value))}
    />
  )
}

function Schedule() {
  const { fields } = useFormState()
  const { scheduleInterval: interval, minute, zone } = contentOf(fields.values)
  return (
    <>
      <Grid columns={160} gap={12} align="start">
        <NativeSelect
          label={t('Frequency')}
          value={String(interval ?? 1)}
          data={intervalNames.map((name, value) => ({ value: String(value), label: t(name) }))}
          onChange={event => {
            const next = Number(event.currentTarget.value)
            fields.set('scheduleInterval', next)
            fields.set('day', 1)
          }}
        />
        {interval === intervals.hourly ? (
          <NumberInput
            label={t('Minute')}
            min={0}
            max={59}
            hideControls
            allowDecimal={false}
            value={minute ?? 0}
            onChange={value => fields.set('minute', Number(value))}
          />
        ) : (
          <Clock />
        )}
        {(interval === intervals.weekly || interval === intervals.monthly) && <Day interval={interval} />}
      </Grid>
      <Select
        label={t('Time zone')}
        value={zone ?? null}
        data={zone === undefined || zones.includes(zone) ? zones : [zone, ...zones]}
        searchable
        limit={50}
        allowDeselect={false}
        error={fields.errors['zone']}
        nothingFoundMessage={t('No match')}
        onChange={value => value !== null && fields.set('zone', value)}
      />
    </>
  )
}

export function When() {
  const { fields } = useFormState()
  const { type, trigger } = contentOf(fields.values)
  const possible = triggersOf[type] ?? ['schedule']
  return (
    <>
      {possible.length > 1 && (
        <NativeSelect
          label={t('Trigger')}
          value={trigger}
          error={fields.errors['trigger']}
          data={possible.map(one => ({ value: one, label: t(triggerNames[one] ?? '') }))}
          onChange={event => fields.set('trigger', event.currentTarget.value)}
        />
      )}
      {trigger === 'schedule' && <Schedule />}
    </>
  )
}
