import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import classes from './joined.module.css'

export interface JoinedRow {
  id: string
  name: string
  to: string
  beside?: ReactNode
  leave?: () => void
}

export function Joined({
  title,
  action,
  rows,
  busy,
  empty,
}: {
  title: string
  action: ReactNode
  rows: readonly JoinedRow[]
  busy: boolean
  empty: ReactNode
}) {
  return (
    <Card title={title} right={rows.length > 0 && action} flush>
      {rows.length === 0 ? (
        empty
      ) : (
        <ul className={classes.rows}>
          {rows.map(row => (
            <li key={row.id}>
              <Link to={row.to}>{row.name}</Link>
              {row.beside}
              {row.leave && (
                <Button
                  variant="default"
                  disabled={busy}
                  aria-label={t('Remove from {name}', { name: row.name })}
                  onClick={row.leave}
                >
                  {t('Remove')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
