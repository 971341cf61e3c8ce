import { Link, useSearch } from '@tanstack/react-router'
import { count } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Dot, type StatusLook } from '#platform/ui/bits/Status.tsx'
import type { ImportStepProps } from './import-kind.ts'
import classes from './import.module.css'

const Looks = ({ of: { shape, tone, word } }: { of: StatusLook }) => (
  <>
    <Dot shape={shape} tone={tone} /> {word}
  </>
)

export function Boxes({ kind: { rows }, of }: ImportStepProps) {
  const given: Record<string, string | undefined> = useSearch({ strict: false })
  return (
    <nav className={classes.boxes} aria-label={t('Rows by result')}>
      {rows.boxes(of).map(({ outcome, number, note }) => (
        <Link
          key={outcome ?? ''}
          to="."
          search={{ id: of.id, ...(outcome !== undefined && { [rows.by]: outcome }) }}
          aria-current={given[rows.by] === outcome ? 'true' : undefined}
        >
          <span>{outcome === undefined ? t('All rows') : <Looks of={rows.look(of, outcome)} />}</span>
          <b className="cv-number">{count(number)}</b>
          {note !== undefined && <small>{note}</small>}
        </Link>
      ))}
    </nav>
  )
}
