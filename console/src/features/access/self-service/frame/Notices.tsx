import { IconAlertTriangle, IconInfoCircle } from '../controls/icons.tsx'
import { Button } from '../controls/Button.tsx'
import { waysOn } from '../state/next.ts'
import type { StepProps } from '../steps/step-props.ts'
import { t } from '#platform/light-page/page-texts.ts'
import classes from '../look/notice.module.css'

export function Notices({ state, tell }: StepProps) {
  const { notice } = state
  const Icon = notice?.kind === 'fact' ? IconInfoCircle : IconAlertTriangle
  return (
    <div role="alert">
      {notice && (
        <div
          className={`cv-panel cv-size-15 cv-quiet ${classes.notice}`}
          data-tone={notice.kind === 'fact' ? undefined : 'bad'}
        >
          <Icon size={20} stroke={1.7} aria-hidden />
          <div>
            <p>{t(notice.text)}</p>
            {waysOn(state).map(({ label, event }) => (
              <Button key={label} kind="link" onClick={() => tell(event)}>
                {t(label)}
              </Button>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
