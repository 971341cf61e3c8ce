import { t } from '../../../../ground/text/text.ts'
import { Status } from '../../../../ground/ui/bits/Status.tsx'

/** Whether a page is open to people. */
export const OnOrOff = ({ active }: { active: boolean }) =>
  active ? (
    <Status shape="disc" tone="ok">
      {t('Active')}
    </Status>
  ) : (
    <Status shape="square" tone="mute">
      {t('Switched off')}
    </Status>
  )
