import { t } from '#platform/text/text.ts'
import { Later } from '../loading/Later.tsx'
import classes from './page.module.css'

/** In `cv-in-order`, what follows stays hidden while this is shown. */
export function Bones({ lines = 4, label = t('Loading') }: { lines?: number; label?: string }) {
  return (
    <>
      <Later>
        <div className={classes.bones} role="status" aria-label={label}>
          {Array.from({ length: lines }, (_, line) => (
            <span key={line} style={{ width: `${90 - ((line * 37) % 45)}%` }} />
          ))}
        </div>
      </Later>
      <span hidden data-loading />
    </>
  )
}
