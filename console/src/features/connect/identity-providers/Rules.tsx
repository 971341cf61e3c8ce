import { ActionIcon, Box, Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { t } from '#platform/text/text.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'

interface Row {
  value: string
  to: string
}

interface Props {
  title: string
  about: string
  rows: readonly Row[]
  options: readonly { value: string; label: string }[]
  fault: string | undefined
  /** Titles of the two columns; by default groups of the provider, and groups or roles here. */
  what?: { value: string; to: string }
  change: (rows: Row[]) => void
}

export function Rules({ title, about, rows, options, fault, what, change }: Props) {
  const first = options[0]?.value
  const with_ = (at: number, to: Partial<Row>) =>
    change(rows.map((row, place) => (place === at ? { ...row, ...to } : row)))
  return (
    <Stack component="fieldset" gap={10}>
      <Box component="legend" mb={0}>
        {title}
      </Box>
      <p className="cv-muted">{about}</p>
      {rows.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have no other name
        <Grid key={at} columns="minmax(0, 1fr) minmax(0, 1fr) auto" gap={8} align="center">
          <TextInput
            aria-label={
              what
                ? t('{field}, line {at}', { field: what.value, at: at + 1 })
                : t('Provider group, line {at}', { at: at + 1 })
            }
            placeholder={what?.value ?? t('Provider group')}
            value={row.value}
            onChange={event => with_(at, { value: event.currentTarget.value })}
          />
          <NativeSelect
            aria-label={
              what
                ? t('{field}, line {at}', { field: what.to, at: at + 1 })
                : t('Group or role here, line {at}', { at: at + 1 })
            }
            data={[...options]}
            value={row.to}
            onChange={event => with_(at, { to: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={t('Remove line {at}', { at: at + 1 })}
            onClick={() => change(rows.filter((_one, place) => place !== at))}
          >
            <IconX size={16} stroke={1.8} aria-hidden />
          </ActionIcon>
        </Grid>
      ))}
      {fault !== undefined && <p className="cv-bad">{fault}</p>}
      <div>
        <Button
          variant="default"
          size="xs"
          disabled={first === undefined}
          leftSection={<IconPlus size={14} stroke={1.8} aria-hidden />}
          onClick={() => change([...rows, { value: '', to: first ?? '' }])}
        >
          {t('Add line')}
        </Button>
      </div>
    </Stack>
  )
}
