import { t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'

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
