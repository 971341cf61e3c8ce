import { Group } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

const looks = {
  info: { Icon: IconInfoCircle, tone: undefined },
  warning: { Icon: IconAlertTriangle, tone: 'warn' },
  error: { Icon: IconAlertCircle, tone: 'bad' },
}

/** A permanent message on the page: information, a pending decision, or an error. */
export function Notice({ level = 'info', children }: { level?: keyof typeof looks; children: ReactNode }) {
  const { Icon, tone } = looks[level]
  return (
    <Group
      gap={10}
      px={12}
      py={10}
      align="stretch"
      wrap="nowrap"
      className="cv-panel cv-linked"
      data-tone={tone}
      role={level === 'error' ? 'alert' : undefined}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
      <div>{children}</div>
    </Group>
  )
}
