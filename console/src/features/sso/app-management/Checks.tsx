import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { t } from '#platform/text/text.ts'
import classes from './app-management.module.css'

interface Check {
  name: string
  ok: boolean
  says: string
  detail?: string | null
}

export function Checks({ of }: { of: readonly Check[] }) {
  return (
    <ul className={classes.checks}>
      {of.map(({ name, ok, says, detail = null }) => (
        <li key={name} data-ok={ok}>
          {ok ? (
            <IconCircleCheck size={18} stroke={1.7} aria-label={t('Passed')} />
          ) : (
            <IconCircleX size={18} stroke={1.7} aria-label={t('Failed')} />
          )}
          <span>
            {says}
            {detail !== null && <code className={classes.detail}>{detail}</code>}
          </span>
        </li>
      ))}
    </ul>
  )
}
