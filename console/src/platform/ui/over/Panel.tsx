import { Drawer } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import '#platform/look/overlays.css'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { DirtyContext, LeaveContext } from '../form/context.ts'
import { Confirm } from './Confirm.tsx'
import { useFocusBack } from './useFocusBack.ts'

export function Panel({
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
  const dirty = useRef(false)
  const [asking, setAsking] = useState(false)
  // Delay the question: opened during the Escape keypress, it would handle the same keypress and close again
  const leave = () => {
    // An open dialog above the drawer handles Escape itself
    if (document.querySelector('.mantine-Modal-content')) return
    if (dirty.current) setTimeout(setAsking, 0, true)
    else close()
  }
  return (
    <DirtyContext value={dirty}>
      <Drawer opened={open} onClose={leave} title={title} closeButtonProps={{ 'aria-label': t('Close') }}>
        <LeaveContext value={leave}>{children}</LeaveContext>
      </Drawer>
      <Confirm
        open={asking}
        title={t('Discard your changes?')}
        keep={t('Keep editing')}
        act={t('Discard changes')}
        close={() => setAsking(false)}
        confirm={() => {
          setAsking(false)
          dirty.current = false
          close()
        }}
      >
        {t("Your changes aren't saved.")}
      </Confirm>
    </DirtyContext>
  )
}
