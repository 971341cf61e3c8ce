import { mappedFields, type Mapping } from '@claviger/contract/directories/connections/mapping'
import { Button, Group, Stack } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { fieldOf } from '../connections/connection-fields.ts'
import { MappingRow } from './MappingRow.tsx'

export function MappingTable({ mapping, change }: { mapping: Mapping; change: (mapping: Mapping) => void }) {
  const free = mappedFields.filter(field => !mapping.some(row => row.field === field))
  const changeRow = (at: number, row: Mapping[number] | null) =>
    change(mapping.flatMap((one, place) => (place === at ? (row === null ? [] : [row]) : [one])))
  return (
    <>
      <Stack gap={12}>
        {mapping.map((row, at) => (
          <MappingRow key={row.field} of={row} change={now => changeRow(at, now)} />
        ))}
      </Stack>
      <Group gap={8}>
        {free.map(field => (
          <Button
            key={field}
            size="xs"
            variant="default"
            onClick={() => change([...mapping, { field, from: { take: 'first', of: [field], with: ' ', steps: [] } }])}
          >
            {t('Map {field}', { field: fieldOf(field) })}
          </Button>
        ))}
      </Group>
    </>
  )
}
