import type { TimeSpan } from '@claviger/contract/decide/policy-content'
import { ActionIcon, Box, Button, Checkbox, Group, Stack, Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Select } from '#platform/ui/fields/Select.tsx'
import { PickMany } from '#features/decide/policy-content/PickMany.tsx'
import { fromLists } from '#features/decide/policy-content/name-sources.ts'
import { outsideOf, invertSpans } from '#features/decide/policy-content/outside-times.ts'
import { dayName, spanOf } from '#features/decide/policy-content/policy-labels.ts'
import { useDraft } from './policy-draft.ts'
import { Week } from './Week.tsx'
import classes from './editor.module.css'

const week = [1, 2, 3, 4, 5, 6, 7]
const working: TimeSpan = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }
const night: TimeSpan = { days: week, from: '20:00', to: '06:00' }
const weekend: TimeSpan = { days: [6, 7], from: '00:00', to: '24:00' }

function Span({
  at,
  is,
  change,
  remove,
}: {
  at: number
  is: TimeSpan
  change: (to: TimeSpan) => void
  remove: () => void
}) {
  const { faultAt } = useDraft()
  const place = `timeLimits.spans.${at}`
  const turn = (day: number) =>
    change({
      ...is,
      days: is.days.includes(day) ? is.days.filter(one => one !== day) : [...is.days, day].toSorted((a, b) => a - b),
    })
  const clock = (name: 'from' | 'to', label: string) => (
    <TextInput
      w={72}
      aria-label={t('{field} of time span {number}', { field: label, number: at + 1 })}
      placeholder="08:30"
      maxLength={5}
      inputMode="numeric"
      value={is[name]}
      error={faultAt(`${place}.${name}`) !== undefined}
      onChange={event => change({ ...is, [name]: event.currentTarget.value })}
    />
  )
  return (
    <Group component="li" className="cv-box" gap="8px 16px" p="8px 8px 8px 12px">
      <Group component="fieldset" gap="6px 9px" flex={1} miw={0}>
        <legend className="cv-hidden">{t('Days of time span {number}', { number: at + 1 })}</legend>
        {week.map(day => (
          <Checkbox
            key={day}
            size="xs"
            label={dayName(day)}
            checked={is.days.includes(day)}
            onChange={() => turn(day)}
          />
        ))}
      </Group>
      <Group component="span" gap={6} wrap="nowrap">
        {clock('from', t('Start'))}
        <span aria-hidden>–</span>
        {clock('to', t('End'))}
      </Group>
      <ActionIcon aria-label={t('Remove time span {number}', { number: at + 1 })} onClick={remove}>
        <IconX size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
      {faultAt(place) && <p className={`${classes.fault ?? ''} cv-fault`}>{faultAt(place)}</p>}
    </Group>
  )
}

const zones = () => ['UTC', ...Intl.supportedValuesOf('timeZone').filter(zone => zone !== 'UTC')]

export function Times() {
  const { draft, set, faultAt } = useDraft()
  const is = draft.timeLimits
  const [outside, setOutside] = useState(() => invertSpans(is.spans) !== undefined)
  const [shown, setShown] = useState(() => (outside ? (invertSpans(is.spans) ?? []) : is.spans))
  const store = (spans: TimeSpan[], asOutside: boolean) => {
    setShown(spans)
    setOutside(asOutside)
    // Invalid spans are stored as they are, so that the form refuses them
    set('timeLimits', { ...is, spans: asOutside && spans.length > 0 ? (outsideOf(spans) ?? spans) : spans })
  }
  const put = (spans: TimeSpan[]) => store(spans, outside)
  return (
    <>
      <Select
        size="sm"
        label={t('Time zone')}
        description={t('Daylight saving time is applied automatically')}
        data={zones()}
        value={draft.zone}
        searchable
        limit={100}
        allowDeselect={false}
        error={faultAt('zone')}
        nothingFoundMessage={t('No match')}
        onChange={zone => set('zone', zone ?? 'UTC')}
      />
      <Stack component="fieldset" gap={10} align="flex-start" miw={0}>
        <Box component="legend" fw={550} mb={4}>
          {t('Time spans')}
        </Box>
        <p className="cv-small">
          {t('A time span that ends before it starts continues overnight. It counts for the day on which it starts.')}
        </p>
        <Switch
          label={t('Outside these times')}
          description={t('The policy applies at all other times')}
          withThumbIndicator={false}
          checked={outside}
          onChange={event => store(shown, event.currentTarget.checked)}
        />
        <Stack component="ul" gap={8} w="100%" display={shown.length === 0 ? 'none' : undefined}>
          {shown.map((span, at) => (
            <Span
              // Spans have no name of their own
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              at={at}
              is={span}
              change={to => put(shown.map((one, place) => (place === at ? to : one)))}
              remove={() => put(shown.filter((_, place) => place !== at))}
            />
          ))}
        </Stack>
        {faultAt('timeLimits') && is.spans.length === 0 && (
          <p className={`${classes.fault ?? ''} cv-fault`}>{faultAt('timeLimits')}</p>
        )}
        <div className="cv-with-button">
          {[working, night, weekend].map(span => (
            <Button
              key={span.from}
              variant="default"
              leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
              onClick={() => put([...shown, span])}
            >
              {t('Add {span}', { span: spanOf(span) })}
            </Button>
          ))}
        </div>
      </Stack>
      <Week spans={is.spans} />
      <PickMany
        label={t('Named lists of times')}
        from={fromLists.time}
        value={is.lists}
        change={lists => set('timeLimits', { ...is, lists })}
      />
    </>
  )
}
