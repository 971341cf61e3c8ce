import type { Circle } from '@claviger/contract/decide/policy-content'
import { ActionIcon, Box, Button, NumberInput, Stack, TextInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { IconPlus, IconX } from '@tabler/icons-react'
import { t } from '#platform/text/text.ts'
import { MultiSelect } from '#platform/ui/fields/MultiSelect.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { CountrySource } from '#features/decide/policy-content/CountrySource.tsx'
import { countryOptions } from '#features/decide/policy-content/country-options.ts'
import { PickMany } from '#features/decide/policy-content/PickMany.tsx'
import { fromLists } from '#features/decide/policy-content/name-sources.ts'
import { useDraft } from './policy-draft.ts'
import { Unknown } from './Unknown.tsx'
import classes from './editor.module.css'

const somewhere: Circle = { latitude: 0, longitude: 0, radius: 500, label: '' }

function CircleRow({
  at,
  is,
  change,
  remove,
  fault,
}: {
  at: number
  is: Circle
  change: (to: Circle) => void
  remove: () => void
  fault: string | undefined
}) {
  const number = (label: string, name: 'latitude' | 'longitude' | 'radius', suffix = '') => (
    <NumberInput
      aria-label={t('{field} of circle {number}', { field: label, number: at + 1 })}
      placeholder={label}
      value={is[name]}
      suffix={suffix}
      clampBehavior="none"
      hideControls
      error={fault !== undefined}
      onChange={value => change({ ...is, [name]: typeof value === 'number' ? value : Number.NaN })}
    />
  )
  return (
    <Grid
      component="li"
      below={768}
      narrow="minmax(0, 1fr) minmax(0, 1fr) 44px"
      columns="minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1fr) 32px"
      gap={8}
    >
      <TextInput
        aria-label={t('{field} of circle {number}', { field: t('Name'), number: at + 1 })}
        placeholder={t('Name (optional)')}
        maxLength={100}
        value={is.label}
        onChange={event => change({ ...is, label: event.currentTarget.value })}
      />
      {number(t('Latitude'), 'latitude')}
      {number(t('Longitude'), 'longitude')}
      {number(t('Radius'), 'radius', ' m')}
      <ActionIcon aria-label={t('Remove circle {number}', { number: at + 1 })} onClick={remove}>
        <IconX size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
      {fault !== undefined && <p className={`${classes.fault ?? ''} cv-fault`}>{fault}</p>}
    </Grid>
  )
}

export function Places() {
  const { draft, set, faultAt } = useDraft()
  const is = draft.locationRestriction
  const put = (circles: Circle[]) => set('locationRestriction', { ...is, circles })
  return (
    <>
      <MultiSelect
        size="sm"
        label={t('Countries')}
        description={
          <>
            {t("Based on the computer's IP address. Private addresses have no country, see below.")} <CountrySource />
          </>
        }
        data={countryOptions()}
        value={is.countries}
        error={faultAt('locationRestriction.countries')}
        searchable
        openOnFocus={false}
        placeholder={is.countries.length > 0 ? '' : t('Search by name…')}
        nothingFoundMessage={t('No match')}
        onChange={countries => set('locationRestriction', { ...is, countries })}
      />
      <Stack component="fieldset" gap={10} align="flex-start" miw={0}>
        <Box component="legend" fw={550} mb={4}>
          {t('Circles')}
        </Box>
        <p className="cv-small">
          {t('Compared with the position a phone sends with an approval. Other keys have no position.')}
        </p>
        <Stack component="ul" gap={8} w="100%" display={is.circles.length === 0 ? 'none' : undefined}>
          {is.circles.map((circle, at) => (
            <CircleRow
              // Circles have no name of their own
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              at={at}
              is={circle}
              fault={faultAt(`locationRestriction.circles.${at}`)}
              change={to => put(is.circles.map((one, place) => (place === at ? to : one)))}
              remove={() => put(is.circles.filter((_, place) => place !== at))}
            />
          ))}
        </Stack>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
          onClick={() => put([...is.circles, somewhere])}
        >
          {t('Add circle')}
        </Button>
      </Stack>
      <PickMany
        label={t('Named lists of places')}
        from={fromLists.location}
        value={is.lists}
        change={lists => set('locationRestriction', { ...is, lists })}
      />
      <Unknown of="locationRestriction" label={t('If the place is unknown')} />
    </>
  )
}
