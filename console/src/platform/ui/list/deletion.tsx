import { IconTrash } from '@tabler/icons-react'
import type { BulkAction } from './BulkBar.tsx'

export const deletion = (label: string, act: () => void): BulkAction => ({
  label,
  icon: <IconTrash size={16} stroke={1.7} aria-hidden />,
  danger: true,
  do: act,
})
