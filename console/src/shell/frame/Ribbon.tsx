import { account } from '@claviger/contract/access/account'
import { CloseButton } from '@mantine/core'
import { IconAlertCircle, IconClockExclamation, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../../ground/data/useRead.ts'
import { t } from '../../ground/text/text.ts'
import { useSession } from '../session.tsx'
import { useOnline } from './useOnline.ts'
import classes from './ribbon.module.css'

const icons = { info: IconInfoCircle, warning: IconClockExclamation, error: IconAlertCircle }
const mark = (id: string) => `ribbon:${id}`

/** Notices above the console: the trial's end, limits, and being offline. */
export function Ribbon() {
  const session = useSession()
  const { offlineSince } = useOnline()
  const [closed, setClosed] = useState(0)
  const ribbon = useRead(account.ribbon, {}, { when: session.can('workspace.read'), quiet: true, every: 300_000 })
  const notice = ribbon.data?.notices.find(({ id }) => sessionStorage.getItem(mark(id)) === null)
  if (offlineSince)
    return (
      <div className={classes.ribbon} data-level="warning" role="status">
        <IconAlertCircle size={17} stroke={1.7} aria-hidden />
        <span>{t('You are offline. Showing data from {time}.', { time: offlineSince })}</span>
      </div>
    )
  if (!notice) return null
  const Icon = icons[notice.level]
  return (
    <div className={classes.ribbon} data-level={notice.level} role="status" data-closed={closed}>
      <Icon size={17} stroke={1.7} aria-hidden />
      <span>
        {notice.text} {notice.action && <a href={notice.action.href}>{notice.action.label}</a>}
      </span>
      <CloseButton
        size="sm"
        aria-label={t('Hide this notice')}
        onClick={() => {
          sessionStorage.setItem(mark(notice.id), '1')
          setClosed(closed + 1)
        }}
      />
    </div>
  )
}
