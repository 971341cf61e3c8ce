import { Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../text/text.ts'
import { Tag } from '../bits/Tag.tsx'
import { Panel } from '../over/Panel.tsx'
import { FilterOptions } from './FilterOptions.tsx'
import type { Filter } from './filters.ts'
import type { ListState } from '../list/useList.ts'
import classes from './filters.module.css'

/** On a phone all filters stand on a page of their own. */
export function PhoneFilters({ filters, list }: { filters: readonly Filter[]; list: ListState }) {
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
      <Panel open={open} title={t('Filters')} close={() => setOpen(false)}>
        <div className={classes.phoneFilters}>
          {filters.map(filter => (
            <div key={filter.name}>
              <h3>{t(filter.label)}</h3>
              <FilterOptions filter={filter} list={list} />
            </div>
          ))}
        </div>
        <div className={classes.phoneFoot}>
          <Button variant="default" onClick={list.clear}>
            {t('Clear')}
          </Button>
          <Button onClick={() => setOpen(false)}>{t('Show results')}</Button>
        </div>
      </Panel>
    </>
  )
}
