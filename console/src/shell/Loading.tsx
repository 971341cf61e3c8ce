import { Loader } from '@mantine/core'
import { t } from '../platform/text/text.ts'
import { Later } from '../platform/ui/page/Later.tsx'
import classes from './shell.module.css'

export function Loading() {
  return (
    <Later>
      <div className={classes.loading} role="status" aria-label={t('Loading')}>
        <Loader size={24} />
      </div>
    </Later>
  )
}
