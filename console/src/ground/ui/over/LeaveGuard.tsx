import { useBlocker } from '@tanstack/react-router'
import { Confirm } from './Confirm.tsx'

/** While it stands there, leaving the page asks first. */
export default function LeaveGuard() {
  const leave = useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: true, withResolver: true })
  return (
    <Confirm
      open={leave.status === 'blocked'}
      title="Discard your changes?"
      keep="Keep editing"
      act="Discard changes"
      close={() => leave.reset?.()}
      confirm={() => leave.proceed?.()}
    >
      What you have entered on this page is not saved.
    </Confirm>
  )
}
