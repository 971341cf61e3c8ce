import { useBlocker } from '@tanstack/react-router'
import { t } from '#platform/text/text.ts'
import { useUnsaved } from '../form/unsaved.ts'
import { Confirm } from './Confirm.tsx'

/** While mounted, asks before the user leaves the page; `within` allows navigation to the page's own tabs. */
export default function LeaveGuard({ within = false }: { within?: boolean }) {
  useUnsaved(true)
  const leave = useBlocker({
    shouldBlockFn: ({ current, next }) => !within || current.pathname !== next.pathname,
    enableBeforeUnload: true,
    withResolver: true,
  })
  return (
    <Confirm
      open={leave.status === 'blocked'}
      title={t('Discard your changes?')}
      keep={t('Keep editing')}
      act={t('Discard changes')}
      close={() => leave.reset?.()}
      confirm={() => leave.proceed?.()}
    >
      {t("Your changes on this page aren't saved.")}
    </Confirm>
  )
}
