import type { KeyUses } from '@claviger/contract/keys/security-keys'
import { Group } from '@mantine/core'
import { count, dayOf } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { SmallBars } from '#platform/ui/charts/SmallBars.tsx'

export function UseChart({ of, days }: { of: KeyUses; days: number }) {
  const total = of.days.reduce((sum, day) => sum + day.succeeded + day.failed, 0)
  const said = t(
    '{count, plural, one {# use} other {# uses}} · {computers, plural, one {# computer} other {# computers}}',
    { count: total, computers: of.computers },
  )
  return (
    <>
      <Group component="p" className="cv-small" gap="4px 12px" justify="space-between" mih={24} mb={6}>
        <span>{t('Use, last {days} days', { days })}</span>
        <span>{said}</span>
      </Group>
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
