import type { UserImport } from '@claviger/contract/people/user-import'
import { Link, useSearch } from '@tanstack/react-router'
import { t } from '../../../ground/text/text.ts'
import { count } from '../../../ground/text/formats.ts'
import { Dot } from '../../../ground/ui/bits/Status.tsx'
import type { Shape, Tone } from '../../../ground/ui/bits/Status.tsx'
import classes from '../../work/imports/import.module.css'

export interface Look {
  word: string
  shape: Shape
  tone: Tone
}

/** How an outcome looks, before and after it has happened. */
export function lookOf(outcome: string | null, of: UserImport): Look {
  const after = of.state === 'done' || of.state === 'stopped'
  if (outcome === 'new')
    return { word: after ? t('Created') : t('New'), shape: after ? 'disc' : 'ring', tone: after ? 'ok' : 'accent' }
  if (outcome === 'update') {
    const word = of.kind === 'delete' ? t('Delete') : after ? t('Updated') : t('Update')
    return { word, shape: 'disc', tone: of.kind === 'delete' ? 'warn' : after ? 'ok' : 'accent' }
  }
  if (outcome === 'same') return { word: t('No change'), shape: 'dash', tone: 'mute' }
  if (outcome === 'refused') return { word: t('Error'), shape: 'square', tone: 'bad' }
  return { word: of.state === 'stopped' ? t('Not reached') : t('Waiting'), shape: 'quarter', tone: 'mute' }
}

/** The figures of the review; each filters the rows below. */
export function Boxes({ of }: { of: UserImport }) {
  const given: Record<string, string | undefined> = useSearch({ strict: false })
  const all = [
    { outcome: undefined, label: t('All rows'), number: of.total, note: t('In this file') },
    { outcome: 'new', number: of.created, note: t('Users to create') },
    {
      outcome: 'update',
      number: of.updated,
      note: of.kind === 'delete' ? t('Users to delete') : t('Existing users that change'),
    },
    { outcome: 'same', number: of.unchanged, note: t('Same as stored') },
    { outcome: 'refused', number: of.refused, note: t('Skipped') },
  ]
  const shown = of.kind === 'delete' ? all.filter(({ outcome }) => outcome !== 'new' && outcome !== 'same') : all
  return (
    <nav className={classes.boxes} aria-label={t('Rows by result')}>
      {shown.map(({ outcome, label, number, note }) => {
        const look = lookOf(outcome ?? null, of)
        return (
          <Link
            key={note}
            to="."
            search={{ id: of.id, ...(outcome ? { outcome } : {}) }}
            aria-current={given['outcome'] === outcome ? 'true' : undefined}
          >
            <span>
              {label ?? (
                <>
                  <Dot shape={look.shape} tone={look.tone} /> {look.word}
                </>
              )}
            </span>
            <b className="cv-number">{count(number)}</b>
            <small>{note}</small>
          </Link>
        )
      })}
    </nav>
  )
}
