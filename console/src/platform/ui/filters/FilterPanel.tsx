import { Button, Stack } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { Panel } from '../over/Panel.tsx'
import { FilterOptions } from './FilterOptions.tsx'
import type { FilterDefinition } from './filters.ts'
import type { ListState } from '../list/useList.ts'
import classes from './filters.module.css'

interface FilterPanelProps {
  open: boolean
  close: () => void
  filters: readonly FilterDefinition[]
  list: ListState
}

export default function FilterPanel({ open, close, filters, list }: FilterPanelProps) {
  return (
    <Panel open={open} title={t('Filters')} close={close}>
      <Stack gap={16} flex={1}>
        {filters.map(filter => (
          <div key={filter.name}>
            <h3>{t(filter.label)}</h3>
            <FilterOptions filter={filter} list={list} />
          </div>
        ))}
      </Stack>
      <div className={classes.phoneFoot}>
        <Button variant="default" onClick={list.clear}>
          {t('Clear')}
        </Button>
        <Button onClick={close}>{t('Show results')}</Button>
      </div>
    </Panel>
  )
}
