import { Drawer } from '@mantine/core'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { useFocusBack } from '#platform/ui/over/useFocusBack.ts'

export default function MenuDrawer({
  drawn,
  close,
  children,
}: {
  drawn: boolean
  close: () => void
  children: ReactNode
}) {
  useFocusBack(drawn)
  return (
    <Drawer
      opened={drawn}
      onClose={close}
      position="left"
      size={280}
      title={t('Menu')}
      styles={{ body: { padding: 0 } }}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {children}
    </Drawer>
  )
}
