import { downloads } from '@claviger/contract/oversight/downloads'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { IconRows } from '#platform/ui/list/IconRow.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { DownloadRow } from '#features/oversight/downloads/DownloadRow.tsx'
import { StepFoot } from '../registration/StepFoot.tsx'
import { StepForm } from './StepForm.tsx'
import type { OnboardingProps } from './step.ts'

export default function DownloadAppsStep({ next, back }: OnboardingProps) {
  const list = useRead(downloads.list, {})
  const applications = list.data?.items.filter(one => one.kind === 'application') ?? []
  return (
    <StepForm go={next}>
      <Waiting on={list} what={t('the downloads')}>
        {applications.length > 0 ? (
          <IconRows>
            {applications.map(one => (
              <DownloadRow key={one.id} of={one} />
            ))}
          </IconRows>
        ) : (
          <p className="cv-quiet">{t('This server offers no applications. Contact the server operator.')}</p>
        )}
      </Waiting>
      <p className="cv-quiet">
        {t('You can find them later under Downloads. Setup instructions are under Reader programs.')}
      </p>
      <StepFoot back={back} autoFocus />
    </StepForm>
  )
}
