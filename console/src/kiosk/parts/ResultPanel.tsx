import { t } from '#platform/light-page/page-texts.ts'
import type { AttendanceTap, NoAccessReason } from '@claviger/contract/oversight/attendance/session-fields'
import type { KioskView, ShownResult } from '../kiosk-view.ts'
import { timeOf } from './Clock.tsx'
import { Shape } from './Shape.tsx'
import classes from '../look/result.module.css'

interface Words {
  head: string
  under: string
}

const shows = (tap: AttendanceTap, field: 'name' | 'initials') => tap.fields.some(one => one.field === field)

/** The name of a person, or only the initials if the session shows these instead. */
export const personOf = (tap: AttendanceTap | null): string =>
  (tap && shows(tap, 'initials') && !shows(tap, 'name') ? tap.initials : tap?.name) ?? t('Unknown person')

export function wordsOf({ kind, at, tap }: ShownResult): Words {
  const time = timeOf(at)
  const head = personOf(tap)
  switch (kind) {
    case 'success':
      if (tap?.direction === 'out') return { head, under: t('Checked out at {time}', { time }) }
      return {
        head,
        under: tap?.late ? t('Checked in at {time}, late', { time }) : t('Checked in at {time}', { time }),
      }
    case 'duplicate':
      return { head, under: t('Already recorded at {time}', { time: timeOf(tap?.firstAt ?? at) }) }
    case 'no-access':
      return { head: t('No access'), under: refusedBecause[tap?.reason ?? 'not-expected']() }
    case 'invalid':
      return { head: t('Invalid card'), under: t('This card is unknown. Use another card, or ask the organizer.') }
    case 'closed':
      return { head: t('Not recorded'), under: t('The session is not open at this time.') }
    case 'stored':
      return { head: t('Saved at {time}', { time }), under: t('The network is down. Your tap is sent later.') }
  }
}

const refusedBecause: Record<NoAccessReason, () => string> = {
  'not-expected': () => t("You aren't on the list of this session. Ask the organizer."),
  'user-inactive': () => t('Your account is suspended. Ask your administrator.'),
  'key-inactive': () => t('Your card is suspended. Ask your administrator.'),
}

/** Chosen user fields that are not part of the name. */
export const detailsOf = (tap: AttendanceTap | null): string[] =>
  (tap?.fields ?? []).flatMap(({ field, value }) => (field === 'name' || field === 'initials' ? [] : (value ?? [])))

/** Announced by screen readers; the panel itself is hidden from them, so that nothing is read twice. */
export const announcementOf = (shown: ShownResult): string => {
  const { head, under } = wordsOf(shown)
  return `${head}. ${under}`
}

export function ResultPanel({ state }: { state: KioskView }) {
  const { shown } = state
  if (shown === null) return <Idle state={state} />
  const { head, under } = wordsOf(shown)
  const { kind, tap } = shown
  const details = kind === 'success' ? detailsOf(tap) : []
  const isPerson = kind === 'success' || kind === 'duplicate'
  const initials = isPerson && tap && shows(tap, 'initials') && shows(tap, 'name') ? tap.initials : null
  return (
    <section className={`cv-column ${classes.panel}`} data-kind={kind} key={shown.id} aria-hidden>
      {initials === null ? (
        <Shape of={kind} className={classes.shape} />
      ) : (
        <div className={`cv-line ${classes.marks}`}>
          <Shape of={kind} className={classes.shape} />
          <span className={`cv-centered ${classes.initials}`}>{initials}</span>
        </div>
      )}
      <p className={classes.head} data-long={head.length > 22 || undefined}>
        {head}
      </p>
      <p className={classes.under}>{under}</p>
      {details.length > 0 && <p className={classes.details}>{details.join(' · ')}</p>}
    </section>
  )
}

function Idle({ state }: { state: KioskView }) {
  const ended = state.server?.session.state === 'closed'
  return (
    <section className={`cv-column ${classes.panel}`} data-kind="idle">
      <svg viewBox="0 0 100 100" className={classes.shape} aria-hidden>
        <rect x="8" y="30" width="58" height="42" rx="6" fill="none" stroke="currentColor" strokeWidth="6" />
        <path d="M18 44h20M18 56h32" stroke="currentColor" strokeWidth="6" strokeLinecap="round" />
        <path
          d="M74 36a22 22 0 0 1 0 30M84 26a36 36 0 0 1 0 50"
          fill="none"
          stroke="currentColor"
          strokeWidth="6"
          strokeLinecap="round"
        />
      </svg>
      <p className={classes.head} data-long>
        {ended ? t('This session has ended') : t('Tap your access card')}
      </p>
      <p className={classes.under}>
        {ended ? t('Taps are no longer recorded.') : t('Hold it to the reader until you hear the tone')}
      </p>
    </section>
  )
}
