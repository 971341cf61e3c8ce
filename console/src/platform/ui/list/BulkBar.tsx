import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconX } from '@tabler/icons-react'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import classes from './bulk.module.css'

export interface BulkAction {
  label: string
  icon: ReactNode
  danger?: boolean
  do: () => void
}

export interface AllRowsSelection {
  on: boolean
  /** Their number as text: "412", "more than 10,000". */
  words: string
  choose: () => void
}

function useFit(of: number) {
  const line = useRef<HTMLDivElement>(null)
  const [fit, setFit] = useState(of)
  const count = useEffectEvent(() => {
    const [first, ...others] = line.current?.children ?? []
    if (!(first instanceof HTMLElement)) return
    setFit(1 + others.filter(one => one instanceof HTMLElement && one.offsetTop === first.offsetTop).length)
  })
  useLayoutEffect(() => {
    if (!line.current) return
    const watch = new ResizeObserver(() => count())
    watch.observe(line.current)
    return () => watch.disconnect()
  }, [])
  return { line, fit }
}

const onPhone = 3

export function BulkBar({
  chosen,
  actions,
  clear,
  phone,
  whole,
}: {
  chosen: number
  actions: readonly BulkAction[]
  clear: () => void
  phone: boolean
  whole?: AllRowsSelection | undefined
}) {
  const { line, fit } = useFit(actions.length)
  const near = phone ? actions.slice(0, onPhone) : actions
  const far = actions.slice(phone ? onPhone : fit)
  return (
    <div className={`cv-line ${classes.bar}`} role="toolbar" aria-label={t('Actions for selected rows')} data-foot>
      <strong aria-live="polite">
        {whole?.on ? t('All {number} selected', { number: whole.words }) : t('{number} selected', { number: chosen })}
      </strong>
      {whole && !whole.on && (
        <Button variant="transparent" className="cv-underlined" onClick={whole.choose}>
          {t('Select all {number}', { number: whole.words })}
        </Button>
      )}
      <div ref={line} className={`cv-row ${classes.acts}`}>
        {near.map((action, place) => (
          <Button
            key={action.label}
            variant="transparent"
            leftSection={action.icon}
            flex={phone ? '1 0 auto' : undefined}
            data-danger={action.danger || undefined}
            {...(!phone && place >= fit && { className: 'cv-unseen' })}
            onClick={action.do}
          >
            {action.label}
          </Button>
        ))}
      </div>
      {far.length > 0 && (
        <Menu position="top-end">
          <Menu.Target>
            <Button variant="transparent" className={classes.more} leftSection={<IconDots size={16} aria-hidden />}>
              {t('More')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {far.map(action => (
              <Menu.Item
                key={action.label}
                leftSection={action.icon}
                data-danger={action.danger || undefined}
                onClick={action.do}
              >
                {action.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <ActionIcon variant="transparent" aria-label={t('Clear selection')} onClick={clear}>
        <IconX size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </div>
  )
}
