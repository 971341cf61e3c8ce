import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t, Trans } from '../../../ground/text/text.ts'
import { Copy } from '../../../ground/ui/bits/Copy.tsx'
import { Dialog } from '../../../ground/ui/over/Dialog.tsx'
import { Notice } from '../../../ground/ui/page/Notice.tsx'
import classes from './keys.module.css'

const DocsLink = ({ children }: { children?: ReactNode }) => <a href="/docs#keys">{children}</a>

/** The value of a key that was just made; after this nobody can show it again. */
export function ShownOnce({ name, value, close }: { name: string; value: string; close: () => void }) {
  return (
    <Dialog open title={t('API key “{name}”', { name })} close={close}>
      <div className={classes.once}>
        <Notice level="warning">
          {t('Copy the key now. It is not kept here, and this is the only time it is shown.')}
        </Notice>
        <div className={classes.value}>
          <code>{value}</code>
          <Copy value={value} what={t('API key')} />
        </div>
        <p>
          <Trans
            id="Send it in the header <0>Authorization</0>. Examples stand on <1>the page of the API</1>."
            components={[<code key="header" />, <DocsLink key="docs" />]}
          />
        </p>
        <div className={classes.foot}>
          <Button onClick={close}>{t('I have copied it')}</Button>
        </div>
      </div>
    </Dialog>
  )
}
