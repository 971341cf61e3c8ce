import { ActionIcon, Button, Menu, Popover, UnstyledButton } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import '#platform/look/overlays.css'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { FilterOptions } from './FilterOptions.tsx'
import { wordsOf } from './filters.ts'
import type { FilterDefinition } from './filters.ts'
import type { ListState } from '../list/useList.ts'
import classes from './filters.module.css'

function Chip({
  filter,
  list,
  open,
  setOpen,
}: {
  filter: FilterDefinition
  list: ListState
  open: boolean
  setOpen: (open: boolean) => void
}) {
  const value = list.filter(filter.name)
  const change = (wanted: boolean) => {
    // A chip without a value is removed before the browser blurs its field, and a typed filter is applied on blur
    if (!wanted && document.activeElement instanceof HTMLElement) document.activeElement.blur()
    setOpen(wanted)
  }
  return (
    <span className={classes.chip}>
      <Popover opened={open} onChange={change} position="bottom-start" trapFocus>
        <Popover.Target>
          <UnstyledButton className={classes.chipFace} onClick={() => setOpen(!open)}>
            <span className="cv-quiet">{t(filter.label)}</span>
            <span className="cv-quiet">{filter.several ? t('is any of') : t('is')}</span>
            <strong>{wordsOf(filter, value) || '…'}</strong>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('Filter by {label}', { label: t(filter.label) })}>
          <FilterOptions filter={filter} list={list} />
        </Popover.Dropdown>
      </Popover>
      <ActionIcon
        size="sm"
        aria-label={t('Remove filter {label}', { label: t(filter.label) })}
        onClick={() => {
          setOpen(false)
          list.set({ [filter.name]: undefined })
        }}
      >
        <IconX size={14} stroke={1.8} aria-hidden />
      </ActionIcon>
    </span>
  )
}

export function FilterChips({ filters, list }: { filters: readonly FilterDefinition[]; list: ListState }) {
  const [open, setOpen] = useState<string | null>(null)
  const shown = filters.filter(filter => list.filter(filter.name) !== undefined || filter.name === open)
  const rest = filters.filter(filter => !shown.includes(filter))
  return (
    <>
      {shown.map(filter => (
        <Chip
          key={filter.name}
          filter={filter}
          list={list}
          open={open === filter.name}
          setOpen={wanted => setOpen(wanted ? filter.name : null)}
        />
      ))}
      {rest.length > 0 && (
        <Menu position="bottom-start" width={180}>
          <Menu.Target>
            <UnstyledButton className={`cv-line cv-quiet ${classes.addFilter}`}>
              <IconPlus size={14} stroke={1.8} aria-hidden /> {t('Filter')}
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map(filter => (
              // Open the choice only after the closing menu has restored the focus
              <Menu.Item key={filter.name} onClick={() => setTimeout(() => setOpen(filter.name), 120)}>
                {t(filter.label)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {list.narrowed > 0 && (
        <Button variant="transparent" size="compact-sm" onClick={list.clear}>
          {t('Clear')}
        </Button>
      )}
    </>
  )
}
