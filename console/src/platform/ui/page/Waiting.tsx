import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { Bones } from './Bones.tsx'
import { ErrorCard } from './ErrorCard.tsx'
import { usePending } from '../loading/usePending.ts'

export function Waiting({ on, what, children }: { on: UseQueryResult; what: string; children: ReactNode }) {
  const pending = usePending(on.isPending)
  if (on.isError)
    return <ErrorCard title={t("We couldn't load {what}", { what })} fault={on.error} retry={() => void on.refetch()} />
  if (pending) return <Bones lines={5} />
  return children
}
