import type { KeyUses } from '@claviger/contract/keys/security-keys'
import { count, dayOf } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { SmallBars } from '#platform/ui/charts/SmallBars.tsx'
import classes from './passport.module.css'

export function UseChart({ of, days }: { of: KeyUses; days: number }) {
  const total = of.days.reduce((sum, day) => sum + day.succeeded + day.failed, 0)
  const said = t(
    '{count, plural, one {# use} other {# uses}} · {computers, plural, one {# computer} other {# computers}}',
    { count: total, computers: of.computers },
  )
  return (
    <>
      <p className={classes.partHead}>
        <span>{t('Use, last {days} days', { days })}</span>
        <span>{said}</span>
      </p>
      <SmallBars
        label={`${t('Use, last {days} days', { days })}: ${said}`}
        of={of.days.map(({ day, succeeded, failed }) => ({
          // Noon, so that the day stays the same in every time zone
          says: t('{day}: {succeeded} succeeded, {failed} failed', {
            day: dayOf(`${day}T12:00:00`),
            succeeded: count(succeeded),
            failed: count(failed),
          }),
          value: succeeded + failed,
          failed,
        }))}
      />
    </>
  )
}
