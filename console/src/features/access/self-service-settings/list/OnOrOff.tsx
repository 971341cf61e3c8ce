import { t } from '../../../../ground/text/text.ts'
import { Status } from '../../../../ground/ui/bits/Status.tsx'

export const OnOrOff = ({ active, draft }: { active: boolean; draft: boolean }) =>
  active ? (
    <Status shape="disc" tone="ok">
      {t('Active')}
    </Status>
  ) : (
    <Status shape="square" tone="mute">
      {draft ? t('Draft') : t('Turned off')}
    </Status>
  )
