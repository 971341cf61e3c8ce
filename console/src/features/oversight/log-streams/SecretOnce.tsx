import { Button } from '@mantine/core'
import { t, Trans } from '../../../ground/text/text.ts'
import { Copy } from '../../../ground/ui/bits/Copy.tsx'
import { Dialog } from '../../../ground/ui/over/Dialog.tsx'
import { Notice } from '../../../ground/ui/page/Notice.tsx'
import classes from './streams.module.css'

/** The secret by which a receiver tells our batches from forged ones; shown only now. */
export function SecretOnce({ name, secret, close }: { name: string; secret: string; close: () => void }) {
  return (
    <Dialog open title={t('Signing secret of “{name}”', { name })} close={close}>
      <div className={classes.once}>
        <Notice level="warning">{t('Copy the secret now. This is the only time it is shown.')}</Notice>
        <div className={classes.value}>
          <code>{secret}</code>
          <Copy value={secret} what={t('Signing secret')} />
        </div>
        <p>
          <Trans
            id="The receiver checks the header <0>Claviger-Signature</0> with it."
            components={[<code key="header" />]}
          />
        </p>
        <div className={classes.foot}>
          <Button onClick={close}>{t('I have copied it')}</Button>
        </div>
      </div>
    </Dialog>
  )
}
