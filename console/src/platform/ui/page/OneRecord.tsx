import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CallError } from '#platform/data/refusal.ts'
import { Bones } from './Bones.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ErrorCard } from './ErrorCard.tsx'
import { PageHead } from './PageHead.tsx'
import { usePending } from '../loading/usePending.ts'

export interface Missing {
  kind: string
  says: string
  why: string
  icon: Icon
  to: string
  back: string
}

export function RecordNotFound({ kind, says, why, icon, to, back }: Missing) {
  return (
    <>
      <PageHead title={kind} />
      <EmptyState
        title={says}
        icon={icon}
        action={
          <Button component={Link} to={to}>
            {back}
          </Button>
        }
      >
        {why}
      </EmptyState>
    </>
  )
}

export function OneRecord<T>({
  read,
  failed,
  missing,
  children,
}: {
  read: UseQueryResult<T, CallError>
  failed: string
  missing: Missing
  children: (record: T) => ReactNode
}) {
  const pending = usePending(read.isPending)
  if (read.isError)
    return [404, 422].includes(read.error.status) ? (
      <RecordNotFound {...missing} />
    ) : (
      <ErrorCard title={failed} fault={read.error} retry={() => void read.refetch()} />
    )
  return pending || read.isPending ? <Bones lines={8} /> : children(read.data)
}
