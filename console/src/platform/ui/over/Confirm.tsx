import { Button, Modal } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '#platform/look/overlays.css'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { useFocusBack } from './useFocusBack.ts'
import classes from './over.module.css'

export interface ConfirmProps {
  open: boolean
  /** The question, with a number: "Delete 3 users?" */
  title: string
  keep: string
  act: string
  busy?: boolean
  /** Nothing is lost, so the button isn't red. */
  safe?: boolean
  close: () => void
  confirm: () => void
  children: ReactNode
}

export function Confirm({
  open,
  title,
  keep,
  act,
  busy = false,
  safe = false,
  close,
  confirm,
  children,
}: ConfirmProps) {
  useFocusBack(open)
  return (
    <Modal opened={open} onClose={close} title={title} closeButtonProps={{ 'aria-label': t('Close') }}>
      <div className={classes.text}>{children}</div>
      <div className="cv-foot">
        <Button variant="default" data-autofocus onClick={close} disabled={busy}>
          {keep}
        </Button>
        <Button {...(!safe && { color: 'red' })} onClick={confirm} loading={busy}>
          {act}
        </Button>
      </div>
    </Modal>
  )
}
