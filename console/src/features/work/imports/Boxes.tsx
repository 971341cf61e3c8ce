import { Box } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { count } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Dot, type StatusLook } from '#platform/ui/bits/Status.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import classes from './import.module.css'
import type { ImportStepProps } from './import-kind.ts'

const Looks = ({ of: { shape, tone, word } }: { of: StatusLook }) => (
  <>
    <Dot shape={shape} tone={tone} /> {word}
  </>
)

export function Boxes({ kind: { rows }, of }: ImportStepProps) {
  const given: Record<string, string | undefined> = useSearch({ strict: false })
  return (
    <Grid component="nav" columns={140} gap={12} aria-label={t('Rows by result')}>
      {rows.boxes(of).map(({ outcome, number, note }) => (
        <Link
          className={`${classes.box ?? ''} cv-choice`}
          key={outcome ?? ''}
          to="."
          search={{ id: of.id, ...(outcome !== undefined && { [rows.by]: outcome }) }}
          aria-current={given[rows.by] === outcome ? 'true' : undefined}
        >
          <div>{outcome === undefined ? t('All rows') : <Looks of={rows.look(of, outcome)} />}</div>
          <Box component="b" className="cv-number" display="block" fz={22} lh="28px">
            {count(number)}
          </Box>
          {note !== undefined && <small className="cv-quiet">{note}</small>}
        </Link>
      ))}
    </Grid>
  )
}
