import type { PinCheck } from '@claviger/contract/platform/pin'
import { IconCircle, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { msg, t } from '#platform/text/text.ts'
import classes from './settings.module.css'

const words = { pass: msg('Met'), fail: msg('Not met'), 'not applicable': msg('Not required') } as const
const icons = { pass: IconCircleCheckFilled, fail: IconCircle, 'not applicable': IconCircleDashed } as const

export function PinChecks({ checks }: { checks: readonly PinCheck[] }) {
  return (
    <ul className={classes.checks} aria-live="polite" aria-label={t('Results by rule')}>
      {checks.map(({ rule, verdict, says }) => {
        const Icon = icons[verdict]
        return (
          <li key={rule} data-verdict={verdict}>
            <Icon size={16} stroke={1.7} aria-hidden />
            {t(says)}
            <span className={classes.verdict}>{t(words[verdict])}</span>
          </li>
        )
      })}
    </ul>
  )
}
