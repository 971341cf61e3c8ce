import { Button, Group } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { JoinPanel } from './JoinPanel.tsx'

export interface JoinedRow {
  id: string
  name: string
  to: string
  beside?: ReactNode
  leave?: () => void
}

export interface JoinedProps {
  title: string
  rows: readonly JoinedRow[]
  busy: boolean
  none: { title: string; why: string; icon: Icon }
  /** False if the reader may not add the user. */
  add: { label: string; title: string } | false
  /** Undefined while loading: the button keeps its place. */
  free: readonly { id: string; name: string }[] | undefined
  joining: boolean
  join: (ids: string[], close: () => void) => void
}

/** The groups or the units that a user belongs to. */
export function Joined({ title, rows, busy, none, add, free, joining, join }: JoinedProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const action = add && free?.length !== 0 && <Button onClick={() => setOpen(true)}>{add.label}</Button>
  return (
    <Card title={title} right={rows.length > 0 && action} flush>
      {rows.length === 0 ? (
        <EmptyState title={none.title} icon={none.icon} action={action}>
          {none.why}
        </EmptyState>
      ) : (
        <ul className="cv-ruled">
          {rows.map(row => (
            <Group component="li" gap={10} wrap="nowrap" mih={48} p="8px 16px" key={row.id}>
              <Link className="cv-wrap" style={{ fontWeight: 500 }} to={row.to}>
                {row.name}
              </Link>
              {row.beside}
              {row.leave && (
                <Button
                  variant="default"
                  ms="auto"
                  disabled={busy}
                  aria-label={t('Remove from {name}', { name: row.name })}
                  onClick={row.leave}
                >
                  {t('Remove')}
                </Button>
              )}
            </Group>
          ))}
        </ul>
      )}
      {add && open && (
        <JoinPanel
          title={add.title}
          label={title}
          options={free ?? []}
          busy={joining}
          close={close}
          join={chosen => join(chosen, close)}
        />
      )}
    </Card>
  )
}
