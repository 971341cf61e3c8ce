import { Button } from '../controls/Button.tsx'
import type { Outage } from '../state/state.ts'
import { t } from '#platform/light-page/page-texts.ts'
import classes from '../look/notice.module.css'

export function AwayLine({ away, working, again }: { away: Outage | null; working: boolean; again: () => void }) {
  return (
    <div role="status" className={classes.place}>
      {away && (
        <div className={classes.notice} data-kind="away">
          <span className={classes.turning} aria-hidden />
          <div>
            <p>
              {away.why === 'crowded'
                ? t('This page is busy. It continues automatically in a moment.')
                : t("The service isn't responding. Your entries are kept, and the page tries again automatically.")}
            </p>
            <Button kind="link" onClick={again}>
              {t('Try again now')}
            </Button>
          </div>
        </div>
      )}
      {working && (
        <div className={classes.notice} data-kind="fact">
          <span className={classes.turning} aria-hidden />
          <p>{t("One moment: we're checking that you're not a robot.")}</p>
        </div>
      )}
    </div>
  )
}
