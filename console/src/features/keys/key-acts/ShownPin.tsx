import { t } from '#platform/text/text.ts'
import { Copy } from '#platform/ui/bits/Copy.tsx'
import classes from '../keys.module.css'

/** A generated PIN, which no later call returns. */
export function ShownPin({ pin, owner }: { pin: string; owner: string }) {
  return (
    <>
      <p className={classes.pin}>
        <b>{pin}</b> <Copy value={pin} what={t('PIN')} />
      </p>
      <p>{t('Give this PIN to {owner} now because it is shown only once.', { owner })}</p>
    </>
  )
}
