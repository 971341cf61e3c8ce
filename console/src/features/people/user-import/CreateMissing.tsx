import { fieldsOfColumn } from '@claviger/contract/work/imports'
import { Checkbox, Group, SegmentedControl, Stack } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { t } from '#platform/text/text.ts'
import type { MappingOptions } from '#features/work/imports/import-kind.ts'

const isPlace = (column: string) => column === 'groups' || column === 'organizationUnits'

/** For a column such as “Department”: whether its values are groups or organization units. */
function PlaceKind({ at, ...given }: MappingOptions & { at: number }) {
  const { headers, mapping, setMapping } = given
  const header = headers[at] ?? ''
  const choose = (field: string) =>
    setMapping(
      mapping.map((column, place) => {
        if (place === at) return field
        // Each field has one column: the two columns exchange their meaning
        return column === field ? (mapping[at] ?? '') : column
      }),
    )
  return (
    <Group gap={12}>
      <span>{t('“{header}” contains', { header })}</span>
      <SegmentedControl
        size="xs"
        aria-label={t('“{header}” contains', { header })}
        value={mapping[at] ?? ''}
        data={[
          { value: 'groups', label: t('Groups') },
          { value: 'organizationUnits', label: t('Organization units') },
        ]}
        onChange={choose}
      />
    </Group>
  )
}

/** How the groups and organization units of a file are used. */
export function CreateMissing(given: MappingOptions) {
  const { mapping, value, choose } = given
  const chosen = mapping.flatMap(fieldsOfColumn)
  if (!chosen.includes('groups') && !chosen.includes('organizationUnits')) return null
  return (
    <Stack gap={14}>
      {mapping.map((column, at) => isPlace(column) && <PlaceKind key={at} at={at} {...given} />)}
      <Checkbox
        label={t('Create missing groups and organization units')}
        description={t('The review shows them before anything is created. Otherwise, such rows have an error.')}
        checked={value['createMissing'] === true}
        onChange={event => choose({ createMissing: event.currentTarget.checked })}
      />
    </Stack>
  )
}
