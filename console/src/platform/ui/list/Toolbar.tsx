import { Button, Checkbox, Menu, Popover, TextInput } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import '#platform/look/overlays.css'
import { IconColumns3, IconDownload, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { Key } from '../bits/Tag.tsx'
import type { Column, useColumns } from '../table/table-columns.ts'
import { asCsv, asJson, download } from './exportRows.ts'
import { useSearchText } from './useList.ts'
import type { ListState } from './useList.ts'
import filters from '../filters/filters.module.css'
import classes from './list.module.css'

export function SearchField({ list, placeholder, phone }: { list: ListState; placeholder: string; phone: boolean }) {
  const search = useSearchText(list)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)
      if (event.key !== '/' || typing || localStorage.getItem('single-keys') === 'off') return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <TextInput
      ref={input}
      className={classes.search}
      type="search"
      aria-label={placeholder.replace('…', '')}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
      rightSection={phone || search.text !== '' ? null : <Key>/</Key>}
      value={search.text}
      onChange={event => search.setText(event.currentTarget.value)}
      onKeyDown={event => {
        if (event.key === 'Enter') search.now()
        if (event.key === 'ArrowDown')
          input.current?.closest(`.${classes.list}`)?.querySelector<HTMLElement>('[role="grid"]')?.focus()
      }}
    />
  )
}

export type ExportFormat = 'csv' | 'json'
export type ExportAll = (
  format: ExportFormat,
  ask: Record<string, string | number | undefined>,
) => Promise<string> | undefined

export interface TableToolsProps<T> {
  noun: string
  rows: readonly T[]
  columns: readonly Column<T>[]
  shown: ReturnType<typeof useColumns<T>>
  all?: ((format: ExportFormat) => Promise<string> | undefined) | undefined
}

export function TableTools<T>({ noun, rows, columns, shown, all }: TableToolsProps<T>): ReactNode {
  const [busy, setBusy] = useState(false)
  const fetchAll = async (format: ExportFormat) => {
    setBusy(true)
    try {
      const text = await all?.(format)
      if (text !== undefined) download(`${noun}.${format}`, format === 'csv' ? 'text/csv' : 'application/json', text)
    } catch {
      // The call itself has shown the error
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Popover position="bottom-end" trapFocus>
        <Popover.Target>
          <Button variant="subtle" leftSection={<IconColumns3 size={16} stroke={1.8} aria-hidden />}>
            {t('Columns')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('Columns')}>
          <fieldset className={`cv-stack ${filters.options}`}>
            <legend className="cv-hidden">{t('Columns')}</legend>
            {columns.map(column => (
              <Checkbox
                key={column.name}
                size="xs"
                label={t(column.label)}
                checked={shown.isShown(column)}
                disabled={column.fixed === true}
                onChange={() => shown.toggle(column)}
              />
            ))}
          </fieldset>
        </Popover.Dropdown>
      </Popover>
      <Menu width={200}>
        <Menu.Target>
          <Button
            variant="subtle"
            leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
            disabled={rows.length === 0}
            loading={busy}
          >
            {t('Export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {all && <Menu.Item onClick={() => void fetchAll('csv')}>{t('All matching rows as CSV')}</Menu.Item>}
          {all && <Menu.Item onClick={() => void fetchAll('json')}>{t('All matching rows as JSON')}</Menu.Item>}
          <Menu.Item onClick={() => download(`${noun}.csv`, 'text/csv', asCsv(rows, shown.shown))}>
            {t('This page as CSV')}
          </Menu.Item>
          <Menu.Item onClick={() => download(`${noun}.json`, 'application/json', asJson(rows, shown.shown))}>
            {t('This page as JSON')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
