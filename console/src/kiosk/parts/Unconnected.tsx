import { t } from '#platform/light-page/page-texts.ts'
import type { Kiosk } from '../kiosk.ts'
import type { KioskView } from '../kiosk-view.ts'
import classes from '../look/kiosk.module.css'

export function Unconnected({
  kiosk,
  state: { refusal, online, queue },
}: {
  kiosk: Pick<Kiosk, 'open'>
  state: Pick<KioskView, 'refusal' | 'online' | 'queue'>
}) {
  // Keys, because the new heading would otherwise be the old one, moved
  if (refusal === null)
    return (
      <main key="connecting" className={`cv-alone ${classes.alone}`}>
        <h1>{online ? t('One moment…') : t('The server cannot be reached')}</h1>
        {!online && <p role="alert">{t('Check the network of this computer, then reload the page.')}</p>}
      </main>
    )
  return (
    <main key="refused" className={`cv-alone ${classes.alone}`}>
      <h1>{t("This kiosk isn't connected to a session")}</h1>
      <p role="alert">{t(refusal)}</p>
      <p>{t('In the console, open the session and create a kiosk link. Then open the link on this computer.')}</p>
      <form
        className={classes.key}
        onSubmit={event => {
          event.preventDefault()
          const key = new FormData(event.currentTarget).get('key')
          if (typeof key === 'string' && key.trim() !== '') kiosk.open(key.trim())
        }}
      >
        <label htmlFor="key">{t('Or enter an API key of this session')}</label>
        <input
          id="key"
          className={classes.input}
          name="key"
          type="password"
          autoComplete="off"
          spellCheck="false"
          maxLength={200}
        />
        <button type="submit" className={classes.tool}>
          {t('Open kiosk')}
        </button>
      </form>
      {queue.length > 0 && (
        <p>
          {t('{count, plural, one {# tap is} other {# taps are}} still saved on this kiosk and will be sent.', {
            count: queue.length,
          })}
        </p>
      )}
    </main>
  )
}
