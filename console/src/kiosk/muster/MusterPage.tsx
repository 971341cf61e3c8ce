import type { MusterPerson } from '@claviger/contract/oversight/attendance/attendance-musters'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { t } from '#platform/light-page/page-texts.ts'
import { useLanguage } from '#platform/light-page/usePageTexts.ts'
import { timeOf } from '../parts/Clock.tsx'
import { NfcButton } from '../parts/NfcButton.tsx'
import { ReaderInput } from '../parts/ReaderInput.tsx'
import { Languages } from '../parts/Tools.tsx'
import { Unconnected } from '../parts/Unconnected.tsx'
import type { Muster } from './muster.ts'
import { withMarks } from './muster.ts'
import kiosk from '../look/kiosk.module.css'
import classes from '../look/muster.module.css'
import result from '../look/result.module.css'

const folded = (text: string) => text.toLocaleLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')

export function MusterPage({ muster }: { muster: Muster }) {
  const state = useSyncExternalStore(muster.subscribe, muster.state)
  useLanguage()
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState(true)
  const { server, online, queue, unknownCards } = state
  useEffect(() => {
    document.title = t('Muster')
  }, [])
  if (server === null) return <Unconnected kiosk={muster} state={{ ...state, queue: [] }} />
  const people = withMarks(state.muster?.people ?? [], queue)
  const missing = people.filter(({ safe }) => !safe).length
  const wanted = folded(search.trim())
  const shown = people.filter(({ name, safe }) => (!open || !safe) && folded(name).includes(wanted))
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className="cv-size-28">{t('Muster')}</h1>
        <p>{[server.session.title, state.muster?.place].filter(Boolean).join(' · ')}</p>
        <p
          role="status"
          className={`cv-tint ${online ? 'cv-ok' : ''} ${classes.line}`}
          data-online={online}
          data-tone={online ? undefined : 'warn'}
        >
          {online ? t('Connected') : t('Offline. Marks are saved on this phone and sent when the network returns.')}
          {queue.length > 0 &&
            ` ${t('{count, plural, one {# mark} other {# marks}} not sent yet', { count: queue.length })}`}
        </p>
      </header>
      {state.muster === null ? (
        <main className={classes.none}>
          <p>{t('No muster is active. The list appears here when an administrator starts one.')}</p>
        </main>
      ) : (
        <main>
          <ReaderInput tap={muster.tap} />
          <p className={result.figures} data-missing={missing > 0} aria-live="polite">
            <b>{missing}</b>
            <span>
              {state.muster.endedAt === null
                ? t('still missing of {count}', { count: people.length })
                : t('still missing of {count} when the muster ended', { count: people.length })}
            </span>
          </p>
          {unknownCards > 0 && (
            <p role="alert" className={`cv-tint ${classes.warn}`} data-tone="warn">
              {t('{count, plural, one {# card is} other {# cards are}} unknown. Tick the person off by name.', {
                count: unknownCards,
              })}
            </p>
          )}
          <div className={classes.tools}>
            <input
              type="search"
              className={kiosk.input}
              aria-label={t('Search name')}
              placeholder={t('Search name')}
              value={search}
              maxLength={100}
              onChange={event => setSearch(event.currentTarget.value)}
            />
            <label className="cv-line">
              <input type="checkbox" checked={open} onChange={() => setOpen(!open)} />
              {t('Only missing people')}
            </label>
            <NfcButton tap={muster.tap} />
            <Languages offered={server.session.languages} />
          </div>
          {shown.length === 0 && (
            <p className={classes.none}>{wanted === '' && open ? t('Everyone is safe') : t('No person matches')}</p>
          )}
          {byUnit(shown).map(([unit, members]) => (
            <section key={unit}>
              <h2>{unit === '' ? t('No unit') : unit}</h2>
              <ul>
                {members.map(person => (
                  <Person key={person.personId} person={person} mark={muster.mark} />
                ))}
              </ul>
            </section>
          ))}
        </main>
      )}
    </div>
  )
}

function byUnit(people: readonly MusterPerson[]): (readonly [unit: string, members: MusterPerson[]])[] {
  const groups = Map.groupBy(people, ({ unit }) => unit?.name ?? '')
  return [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([unit, members]) => [unit, members.toSorted((a, b) => a.name.localeCompare(b.name))] as const)
}

function Person({ person, mark }: { person: MusterPerson; mark: Muster['mark'] }) {
  const { personId, name, safe, markedAt, markedBy, inAt } = person
  const under =
    safe && markedAt !== null
      ? t('Safe at {time}, by {marshal}', { time: timeOf(markedAt), marshal: markedBy ?? '' })
      : inAt === null
        ? t('Not checked in')
        : t('In since {time}', { time: timeOf(inAt) })
  return (
    <li>
      <label className={`cv-line ${classes.person}`} data-safe={safe}>
        <input type="checkbox" aria-label={`${name}, ${under}`} checked={safe} onChange={() => mark(personId, !safe)} />
        <span className="cv-lines cv-wrap">
          <b>{name}</b>
          <span className="cv-quiet">{under}</span>
        </span>
      </label>
    </li>
  )
}
