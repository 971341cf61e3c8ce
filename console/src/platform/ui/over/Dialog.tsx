import { Modal } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '#platform/look/overlays.css'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { useFocusBack } from './useFocusBack.ts'

export function Dialog({
  open,
  title,
  close,
  children,
}: {
  open: boolean
  title: string
  close: () => void
  children: ReactNode
}) {
  useFocusBack(open)
  return (
    <Modal opened={open} onClose={close} title={title} closeButtonProps={{ 'aria-label': t('Close') }}>
      {children}
    </Modal>
  )
}
