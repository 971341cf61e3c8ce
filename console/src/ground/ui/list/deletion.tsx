import { IconTrash } from '@tabler/icons-react'
import type { BulkAction } from './BulkBar.tsx'

/** The act on chosen rows that takes them away, in red. */
export const deletion = (label: string, act: () => void): BulkAction => ({
  label,
  icon: <IconTrash size={16} stroke={1.7} aria-hidden />,
  danger: true,
  do: act,
})
