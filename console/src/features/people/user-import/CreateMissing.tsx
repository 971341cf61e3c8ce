import { fieldsOfColumn } from '@claviger/contract/work/imports'
import { Checkbox } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import type { MappingOptions } from '#features/work/imports/import-kind.ts'

export function CreateMissing({ mapping, value, choose }: MappingOptions) {
  const chosen = mapping.flatMap(fieldsOfColumn)
  if (!chosen.includes('groups') && !chosen.includes('organizationUnits')) return null
  return (
    <Checkbox
      label={t('Create missing groups and organization units')}
      description={t('The review shows them before anything is created. Otherwise, such rows have an error.')}
      checked={value['createMissing'] === true}
      onChange={event => choose({ createMissing: event.currentTarget.checked })}
    />
  )
}
