import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { Value } from '../bits/Value.tsx'
import { Notice } from '../page/Notice.tsx'
import { Dialog } from './Dialog.tsx'
import classes from './over.module.css'

interface ShownOnceProps {
  title: string
  /** States that the secret is visible only once. */
  warning: string
  value: string
  what: string
  children: ReactNode
  close: () => void
}

export function ShownOnce({ title, warning, value, what, children, close }: ShownOnceProps) {
  return (
    <Dialog open title={title} close={close}>
      <div className={classes.once}>
        <Notice level="warning">{warning}</Notice>
        <Value of={value} what={what} />
        <p>{children}</p>
        <div className="cv-foot">
          <Button onClick={close}>{t("I've copied it")}</Button>
        </div>
      </div>
    </Dialog>
  )
}
