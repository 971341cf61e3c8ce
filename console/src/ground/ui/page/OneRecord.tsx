import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import type { ReactNode } from 'react'
import type { Refusal } from '../../data/refusal.ts'
import { Bones } from './Bones.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ErrorCard } from './ErrorCard.tsx'
import { PageHead } from './PageHead.tsx'

/** What a page says when the record of its address is not there. */
export interface Missing {
  /** Title of the page: "Group". */
  kind: string
  says: string
  why: string
  icon: Icon
  /** Back to the list. */
  to: string
  back: string
}

/** The page of a record that is not there. */
export function NotThere({ kind, says, why, icon, to, back }: Missing) {
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

/** The page of one record: bones while it loads, a plain word when it is not there or could not be loaded. */
export function OneRecord<T>({
  read,
  failed,
  missing,
  children,
}: {
  read: UseQueryResult<T, Refusal>
  /** Said when it is there and could not be loaded. */
  failed: string
  missing: Missing
  children: (record: T) => ReactNode
}) {
  // What waited is drawn in slices, so that a press in between is heard
  const waited = useDeferredValue(read.isPending)
  if (read.isError)
    return [404, 422].includes(read.error.status) ? (
      <NotThere {...missing} />
    ) : (
      <ErrorCard title={failed} fault={read.error} retry={() => void read.refetch()} />
    )
  return read.isPending || waited ? <Bones lines={8} /> : children(read.data)
}
