import { Link, useSearch } from '@tanstack/react-router'
import { count } from '../../../ground/text/formats.ts'
import { t } from '../../../ground/text/text.ts'
import { Dot, type Look } from '../../../ground/ui/bits/Status.tsx'
import classes from './import.module.css'

export interface Box {
  /** Undefined for all rows. */
  outcome: string | undefined
  number: number
  note?: string
}

interface BoxesProps {
  id: string
  /** What the address calls the outcome. */
  by: string
  of: readonly Box[]
  look: (outcome: string) => Look
}

/** The figures of the review; each filters the rows below. */
export function Boxes({ id, by, of, look }: BoxesProps) {
  const given: Record<string, string | undefined> = useSearch({ strict: false })
  return (
    <nav className={classes.boxes} aria-label={t('Rows by result')}>
      {of.map(({ outcome, number, note }) => (
        <Link
          key={outcome ?? ''}
          to="."
          search={{ id, ...(outcome !== undefined && { [by]: outcome }) }}
          aria-current={given[by] === outcome ? 'true' : undefined}
        >
          <span>{outcome === undefined ? t('All rows') : <Looks of={look(outcome)} />}</span>
          <b className="cv-number">{count(number)}</b>
          {note !== undefined && <small>{note}</small>}
        </Link>
      ))}
    </nav>
  )
}

const Looks = ({ of: { shape, tone, word } }: { of: Look }) => (
  <>
    <Dot shape={shape} tone={tone} /> {word}
  </>
)
