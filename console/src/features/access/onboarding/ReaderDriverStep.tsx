import { downloads } from '@claviger/contract/oversight/downloads'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { IconRows } from '#platform/ui/list/IconRow.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { DownloadRow } from '#features/oversight/downloads/DownloadRow.tsx'
import { StepFoot } from '../registration/StepFoot.tsx'
import { StepForm } from './StepForm.tsx'
import type { OnboardingProps } from './step.ts'

export default function ReaderDriverStep({ next, back }: OnboardingProps) {
  const list = useRead(downloads.list, {})
  return (
    <StepForm go={next}>
      <Waiting on={list} what={t('the downloads')}>
        <IconRows>
          {list.data?.items
            .filter(one => one.kind === 'driver')
            .map(one => (
              <DownloadRow key={one.id} of={one} />
            ))}
        </IconRows>
      </Waiting>
      <p className="cv-quiet">
        {t("Windows, macOS, and Linux detect most readers automatically. Install a driver if your reader isn't found.")}
      </p>
      <StepFoot back={back} autoFocus />
    </StepForm>
  )
}
