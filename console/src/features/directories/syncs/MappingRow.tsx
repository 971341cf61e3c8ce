import type { Mapping, MappingStep } from '@claviger/contract/directories/connections/mapping'
import { ActionIcon, Group, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { t } from '#platform/text/text.ts'
import { Select } from '#platform/ui/fields/Select.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { fieldOf } from '../connections/connection-fields.ts'
import classes from './syncs.module.css'

type Row = Mapping[number]

const takes = () => [
  { value: 'first', label: t('First non-empty value') },
  { value: 'join', label: t('Join type') },
  { value: 'fixed', label: t('Fixed text') },
]

const steps = () => [
  { value: '', label: t('Unchanged') },
  { value: 'lower', label: t('Lowercase') },
  { value: 'before', label: t('Part before a separator') },
  { value: 'after', label: t('Part after a prefix') },
  { value: 'replace', label: t('Replace pattern') },
]

const stepOf = (kind: string | null): MappingStep[] => {
  if (kind === 'lower') return [{ do: 'lower' }]
  if (kind === 'before') return [{ do: 'before', text: '@' }]
  if (kind === 'after') return [{ do: 'after', text: 'SMTP:' }]
  return kind === 'replace' ? [{ do: 'replace', pattern: '^(.*)$', by: '$1' }] : []
}

export function MappingRow({ of, change }: { of: Row; change: (row: Row | null) => void }) {
  const { field, from } = of
  const [first, ...more] = from.steps
  const set = (to: Partial<Row['from']>) => change({ field, from: { ...from, ...to } })
  const setStep = (step: MappingStep) => set({ steps: [step, ...more] })
  const name = fieldOf(field)
  return (
    <Grid
      columns="1fr 1fr auto"
      below={768}
      narrow="1fr auto"
      gap={8}
      align="end"
      className={classes.row}
      role="group"
      aria-label={name}
    >
      <Select
        label={name}
        allowDeselect={false}
        data={takes()}
        value={from.take}
        onChange={value => set({ take: (value ?? 'first') as typeof from.take })}
      />
      <Select
        label={t('Then')}
        allowDeselect={false}
        data={steps()}
        value={first?.do ?? ''}
        onChange={value => set({ steps: stepOf(value) })}
      />
      <TextInput
        label={from.take === 'fixed' ? t('Text') : t('Directory attributes')}
        value={from.of.join(', ')}
        onChange={event =>
          set({
            of:
              from.take === 'fixed'
                ? [event.currentTarget.value]
                : event.currentTarget.value.split(',').map(one => one.trimStart()),
          })
        }
      />
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={t('Remove mapping for {field}', { field: name })}
        onClick={() => change(null)}
      >
        <IconTrash size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
      {(first?.do === 'before' || first?.do === 'after' || first?.do === 'replace' || from.take === 'join') && (
        <Group className={classes.steps} gap={8} align="stretch">
          {from.take === 'join' && (
            <TextInput
              label={t('Separator')}
              value={from.with}
              onChange={event => set({ with: event.currentTarget.value })}
            />
          )}
          {first?.do === 'after' && (
            <TextInput
              label={t('Prefix')}
              description={t('The first value with this prefix counts. Uppercase and lowercase differ.')}
              value={first.text}
              onChange={event => setStep({ do: 'after', text: event.currentTarget.value })}
            />
          )}
          {first?.do === 'before' && (
            <TextInput
              label={t('Part before')}
              value={first.text}
              onChange={event => setStep({ do: 'before', text: event.currentTarget.value })}
            />
          )}
          {first?.do === 'replace' && (
            <>
              <TextInput
                label={t('Pattern')}
                value={first.pattern}
                onChange={event => setStep({ ...first, pattern: event.currentTarget.value })}
              />
              <TextInput
                label={t('Replacement')}
                value={first.by}
                onChange={event => setStep({ ...first, by: event.currentTarget.value })}
              />
            </>
          )}
        </Group>
      )}
    </Grid>
  )
}
