import { Button } from '@mantine/core'
import { Copy } from '../../../ground/ui/bits/Copy.tsx'
import { Dialog } from '../../../ground/ui/over/Dialog.tsx'
import { Notice } from '../../../ground/ui/page/Notice.tsx'
import classes from './keys.module.css'

/** The value of a key that was just made; after this nobody can show it again. */
export function ShownOnce({ name, value, close }: { name: string; value: string; close: () => void }) {
  return (
    <Dialog open title={`API key “${name}”`} close={close}>
      <div className={classes.once}>
        <Notice level="warning">Copy the key now. It is not kept here, and this is the only time it is shown.</Notice>
        <div className={classes.value}>
          <code>{value}</code>
          <Copy value={value} what="API key" />
        </div>
        <p>
          Send it in the header <code>Authorization</code>. Examples stand on{' '}
          <a href="/docs#keys">the page of the API</a>.
        </p>
        <div className={classes.foot}>
          <Button onClick={close}>I have copied it</Button>
        </div>
      </div>
    </Dialog>
  )
}
