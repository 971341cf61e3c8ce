import { Button } from '../controls/Button.tsx'
import { Spinner } from '../controls/Spinner.tsx'
import type { Outage } from '../state/state.ts'
import { t } from '#platform/light-page/page-texts.ts'
import classes from '../look/notice.module.css'

export function AwayLine({ away, working, again }: { away: Outage | null; working: boolean; again: () => void }) {
  return (
    <div role="status">
      {away && (
        <div className={`cv-panel cv-size-15 ${classes.notice}`} data-tone="warn">
          <Spinner size={20} />
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
        <div className={`cv-panel cv-size-15 cv-quiet ${classes.notice}`}>
          <Spinner size={20} />
          <p>{t("One moment: we're checking that you're not a robot.")}</p>
        </div>
      )}
    </div>
  )
}
