import { isIdentifying, type Mapping, type MappingSource } from '@claviger/contract/apps/applications'
import { ActionIcon, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { t } from '#platform/text/text.ts'
import { useFormState } from '#platform/ui/form/context.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { sourceNames } from './demands.ts'
import classes from './mapping.module.css'

type Row = Mapping[number]

interface RowProps {
  row: Row
  at: number
  list: string | undefined
  without: readonly MappingSource[]
  change: (to: Row) => void
  remove: () => void
}

const tracks = 'minmax(0, 1.2fr) minmax(0, 1fr) minmax(0, 1fr) auto'

function OneRow({ row, at, list, without, change, remove }: RowProps) {
  const { fields } = useFormState()
  const fault = (field: string) => fields.errors[`mapping.${at}.${field}`]
  const n = at + 1
  return (
    <Grid className={classes.mapped} columns={tracks} gap={8} align="end" below={768} narrow="minmax(0, 1fr) auto" lead>
      <TextInput
        size="sm"
        aria-label={t('Name {n}', { n })}
        list={list}
        value={row.name}
        error={fault('name')}
        onChange={event => change({ ...row, name: event.currentTarget.value })}
      />
      <NativeSelect
        size="sm"
        aria-label={t('Value {n}', { n })}
        value={row.source}
        error={fault('source')}
        data={Object.entries(sourceNames)
          .filter(([value]) => !without.includes(value as MappingSource))
          .map(([value, label]) => ({ value, label: t(label) }))}
        onChange={event => {
          const { identifies: _former, ...rest } = row
          change({ ...rest, source: event.currentTarget.value as MappingSource })
        }}
      />
      {row.source === 'fixed' ? (
        <TextInput
          size="sm"
          aria-label={t('Text {n}', { n })}
          value={row.value ?? ''}
          error={fault('value')}
          onChange={event => change({ ...row, value: event.currentTarget.value })}
        />
      ) : row.source.startsWith('attribute') ? (
        <Checkbox
          size="xs"
          label={t('Identifies users')}
          checked={isIdentifying(row)}
          disabled={isIdentifying({ name: row.name })}
          onChange={event => change({ ...row, identifies: event.currentTarget.checked })}
        />
      ) : (
        <span className="cv-not-on-phone" />
      )}
      <ActionIcon aria-label={t('Remove attribute {n}', { n })} onClick={remove}>
        <IconX size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </Grid>
  )
}

const nothing: readonly MappingSource[] = []
const noNames: readonly string[] = []

export function MappingRows({
  none,
  names = noNames,
  without = nothing,
}: {
  none: string
  names?: readonly string[]
  without?: readonly MappingSource[]
}) {
  const { fields } = useFormState()
  const list = useId()
  const rows = fields.values['mapping'] as Mapping
  const set = (next: Mapping) => fields.set('mapping', next)
  return (
    <>
      {rows.length === 0 && <p className="cv-muted">{none}</p>}
      {rows.length > 0 && (
        <Grid className="cv-muted cv-not-on-phone" columns={tracks} gap={8} align="end" mb={-8} aria-hidden>
          <span>{t('Name in the application')}</span>
          <span>{t('Value')}</span>
        </Grid>
      )}
      {rows.map((row, at) => (
        <OneRow
          // oxlint-disable-next-line react/no-array-index-key -- a row is its place: two may be empty
          key={at}
          row={row}
          at={at}
          list={names.length > 0 ? list : undefined}
          without={without}
          change={to => set(rows.map((one, place) => (place === at ? to : one)))}
          remove={() => set(rows.filter((_one, place) => place !== at))}
        />
      ))}
      {names.length > 0 && (
        <datalist id={list}>
          {names.map(name => (
            <option key={name} value={name} aria-label={name} />
          ))}
        </datalist>
      )}
      {fields.errors['mapping'] !== undefined && <p className="cv-bad">{fields.errors['mapping']}</p>}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
          onClick={() => set([...rows, { name: '', source: 'email' }])}
        >
          {t('Add attribute')}
        </Button>
      </div>
      {rows.some(row => row.source.startsWith('attribute')) && (
        <p className="cv-muted">
          {t(
            'An attribute that identifies users must have a different value for each user. Only administrators who manage applications and approved directories can change it, and a former value stays reserved for its user.',
          )}
        </p>
      )}
    </>
  )
}
