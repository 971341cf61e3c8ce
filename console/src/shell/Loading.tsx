import { Loader } from '@mantine/core'
import { Later } from '../ground/ui/page/Later.tsx'
import classes from './shell.module.css'

/** What stands there while a screen loads, if that takes long enough to be noticed. */
export function Loading() {
  return (
    <Later>
      <div className={classes.loading} role="status" aria-label="Loading">
        <Loader size={24} />
      </div>
    </Later>
  )
}
