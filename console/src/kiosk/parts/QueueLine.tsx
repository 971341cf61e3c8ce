import { useRef } from 'react'
import { t } from '#platform/light-page/page-texts.ts'
import type { KioskView } from '../kiosk-view.ts'
import { timeOf } from './Clock.tsx'
import classes from '../look/kiosk.module.css'

/** A card is recognized by its last characters; the whole number would be a copy of the card. */
const ending = (card: string) => `…${card.slice(-4)}`

export function QueueLine({ state: { queue, online, lost } }: { state: KioskView }) {
  const list = useRef<HTMLDialogElement>(null)
  const says = online ? t('Connected') : t('Offline. Taps are saved on this kiosk and sent when the network returns.')
  return (
    <div className={`cv-row cv-tint ${classes.line}`} data-online={online} data-tone={online ? undefined : 'warn'}>
      <span className={classes.dot} aria-hidden />
      <span role="status">{says}</span>
      {(queue.length > 0 || lost.length > 0) && (
        <button type="button" className={classes.tool} onClick={() => list.current?.showModal()}>
          {t('{count, plural, one {# tap} other {# taps}} not sent yet', { count: queue.length })}
        </button>
      )}
      <dialog ref={list} className={classes.queue} aria-labelledby="queue-title">
        <h2 id="queue-title">{t('Taps on this kiosk')}</h2>
        <p>{t('They are stored on this computer with their own time, also if it is turned off.')}</p>
        <ol>
          {queue.map(({ id, at, card }) => (
            <li key={id}>
              <time dateTime={at}>{timeOf(at, true)}</time>
              <span>{ending(card)}</span>
              <span>{t('Waiting')}</span>
            </li>
          ))}
          {lost.map(({ id, at, card }) => (
            <li key={id}>
              <time dateTime={at}>{timeOf(at, true)}</time>
              <span>{ending(card)}</span>
              <span>{t('Not recorded: outside the session')}</span>
            </li>
          ))}
        </ol>
        <button type="button" className={classes.tool} onClick={() => list.current?.close()}>
          {t('Close')}
        </button>
      </dialog>
    </div>
  )
}
