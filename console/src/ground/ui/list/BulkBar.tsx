import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../text/text.ts'
import classes from './bulk.module.css'

export interface BulkAction {
  label: string
  icon: ReactNode
  danger?: boolean
  do: () => void
}

/** All rows that match, beyond those of the pages that were looked at. */
export interface Whole {
  on: boolean
  /** How many there are, in words: "412", "more than 10,000". */
  words: string
  choose: () => void
}

/** Floats over the foot while rows are chosen; a phone shows three actions and the rest behind More. */
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
  whole?: Whole | undefined
}) {
  const near = phone ? actions.slice(0, 3) : actions
  const far = phone ? actions.slice(3) : []
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('Actions for the chosen rows')}>
      <strong aria-live="polite">
        {whole?.on ? t('All {number} selected', { number: whole.words }) : t('{number} selected', { number: chosen })}
      </strong>
      {whole && !whole.on && (
        <Button variant="transparent" className={classes.whole} onClick={whole.choose}>
          {t('Select all {number}', { number: whole.words })}
        </Button>
      )}
      {near.map(action => (
        <Button
          key={action.label}
          variant="transparent"
          leftSection={action.icon}
          data-danger={action.danger || undefined}
          onClick={action.do}
        >
          {action.label}
        </Button>
      ))}
      {far.length > 0 && (
        <Menu>
          <Menu.Target>
            <ActionIcon variant="transparent" aria-label={t('More actions')}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
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
      <ActionIcon variant="transparent" aria-label={t('Clear the selection')} onClick={clear}>
        <IconX size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </div>
  )
}
