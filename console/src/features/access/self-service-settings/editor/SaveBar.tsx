import { finishPercent, worstStage } from '@claviger/contract/access/self-service-settings/funnel'
import { Button } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { stepNames } from '../page-labels.ts'
import { useDraft } from './page-draft.ts'
import bar from '#platform/ui/form/bar.module.css'
import classes from '../editor.module.css'

export function SaveBar({ busy, save, discard }: { busy: boolean; save: () => void; discard: () => void }) {
  const { page, dirty, faults } = useDraft()
  const [fault] = Object.values(faults)
  const percent = finishPercent(page.month)
  const worst = worstStage(page.month)
  const figures = [
    t('Used {count, plural, =0 {not yet} one {once} other {# times}} this month', { count: page.month.arrived }),
    percent !== null && t('{percent}% finish', { percent }),
    worst !== null && t('most users give up at {step}', { step: t(stepNames[worst]) }),
  ].filter(Boolean)
  return (
    <div className={`${bar.bar ?? ''} ${classes.bar ?? ''}`} data-foot>
      <p
        className={`cv-fill cv-own-line-on-phone ${fault === undefined ? 'cv-quiet' : 'cv-bad'}`}
        role={fault ? 'alert' : undefined}
      >
        {fault ?? figures.join(' · ')}
      </p>
      <Button variant="subtle" disabled={!dirty || busy} onClick={discard}>
        {t('Discard')}
      </Button>
      <Button disabled={!dirty} loading={busy} onClick={save}>
        {t('Save changes')}
      </Button>
    </div>
  )
}
