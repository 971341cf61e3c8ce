import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { count } from '#platform/text/formats.ts'
import classes from './tabs.module.css'

export interface TabLink {
  label: string
  to: string
  search?: Record<string, string>
  count?: number
  active: boolean
}

export function Tabs({ of, label }: { of: readonly TabLink[]; label: string }) {
  const row = useRef<HTMLElement>(null)
  const open = of.findIndex(tab => tab.active)
  // On a phone the row scrolls. The first tab is always visible, and checking that would force a page layout
  const away = useRef(false)
  const before = useRef('')
  // Counts that arrive later widen the tabs and push the open one out of sight
  const counts = of.map(tab => tab.count).join()
  useEffect(() => {
    const now = `${open} ${counts}`
    if ((open <= 0 && !away.current) || now === before.current) return
    away.current = true
    before.current = now
    row.current?.children[open]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [open, counts])
  return (
    <nav ref={row} className={classes.tabs} aria-label={label}>
      {of.map(tab => (
        <Link
          key={tab.label}
          to={tab.to}
          search={tab.search ?? {}}
          className={`cv-ring-within ${classes.tab}`}
          activeOptions={{ exact: true }}
          aria-current={tab.active ? 'page' : undefined}
        >
          {tab.label}
          {tab.count !== undefined && <span className={`cv-muted cv-number ${classes.count}`}>{count(tab.count)}</span>}
        </Link>
      ))}
    </nav>
  )
}
