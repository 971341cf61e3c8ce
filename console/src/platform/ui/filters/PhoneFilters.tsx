import { Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Tag } from '../bits/Tag.tsx'
import { useOnce } from '../page/useOnce.ts'
import type { FilterDefinition } from './filters.ts'
import type { ListState } from '../list/useList.ts'

const FilterPanel = lazy(() => import('./FilterPanel.tsx'))

export function PhoneFilters({ filters, list }: { filters: readonly FilterDefinition[]; list: ListState }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFilter size={18} stroke={1.7} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('Filters')} {list.narrowed > 0 && <Tag tone="accent">{list.narrowed}</Tag>}
      </Button>
      <Suspense>
        {useOnce(open) && <FilterPanel open={open} close={() => setOpen(false)} filters={filters} list={list} />}
      </Suspense>
    </>
  )
}
